# One document: what is known of it, where it lies, its sentences.

document-none = Click a marker or a row to read its document here.
document-reading = The document is being read. Should that fail, the reason is among the Problems.
document-back = Back to the list
document-back-hint = The list again · L
document-pull = Pull out
document-pull-hint = Drag it into another program: its PDF or a reference (RIS) where files are taken, its citation where text is
document-full-text = full text of Europe PMC, { $id }
document-et-al = { $first } et al.
document-edited = { $names } (ed.)
# Before the headings and keywords of a record.
document-topics = Topics:
document-topic-hint = Narrow the list to documents with this topic, or stop doing so
document-open-source = Open the source
document-fly = Fly to the marker
document-cite = Cite
document-cite-hint = Copy the citation to the clipboard, in the style that you choose
document-remove = Remove
document-remove-hint = Remove this document from the library; Ctrl Z brings it back
document-correct = Correct
document-corrected = Corrected
document-correct-hint = Say where this document belongs; of one sentence: right click it

# What was said of a sentence instead of the model, behind the sentence.
document-said-not-a-finding = not a finding, you say
document-said-other-side = the other side, you say
document-said-here = you say

# What can be said.
document-not-a-finding = Not a finding
document-other-side = It is the other side
document-belongs = It belongs in the { $name }
document-as-model = As the model reads it
document-click-first = Click a structure first to say that it belongs there

# The words that speak for a place.
document-why = Why
document-why-hint = Tint the words that speak for this place, or for a structure clicked above
document-why-not = Words cannot be weighed: { $reason }
document-why-for = for { $name }
document-why-against = against it
document-why-stronger = stronger: more so
document-sentence-hint = Click: look at this sentence's place. Right click: correct it
document-sentences-about = { $count ->
    [one] One sentence is about: { $name }
   *[other] { $count } sentences are about: { $name }
}
document-structures-more = and { $count } more
document-month-1 = January
document-month-2 = February
document-month-3 = March
document-month-4 = April
document-month-5 = May
document-month-6 = June
document-month-7 = July
document-month-8 = August
document-month-9 = September
document-month-10 = October
document-month-11 = November
document-month-12 = December
document-date-day = { $day } { $month } { $year }
document-date-month = { $month } { $year }
document-date-first = { $day } { $month } { $year }
