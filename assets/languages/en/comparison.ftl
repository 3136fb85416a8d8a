# Two lists compared.

comparison-heading = COMPARED
comparison-end = Stop comparing
comparison-on-body = Colour the body
comparison-list-more = List something else, here or in another library: it is compared with this list.
comparison-grey = Grey: chance could make the difference (99 %)
comparison-side =
    { $count ->
        [one] { $label } · { $count } document · { $library }
       *[other] { $label } · { $count } documents · { $library }
    }
comparison-row = { $name }: { $first } of { $first_all } ({ $first_percent } %), { $second } of { $second_all } ({ $second_percent } %)
comparison-all-documents = All documents
comparison-none = There is no document in the list
