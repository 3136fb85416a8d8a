# What a paper is about, in one line. What it is and of whom it is, within the line; in lists of values with a capital.

subject-design-systematic-review = systematic review or meta-analysis
subject-design-randomised-trial = randomised trial
subject-design-clinical-trial = clinical trial
subject-design-guideline = guideline
subject-design-diagnostic-accuracy = diagnostic accuracy study
subject-design-case-control = case-control study
subject-design-cross-sectional = cross-sectional study
subject-design-qualitative = qualitative study
subject-design-cohort = cohort study
subject-design-case-series = case series
subject-design-case-report = case report
subject-design-review = review
subject-design-animal = animal study
subject-design-laboratory = laboratory study
subject-design-editorial-or-letter = editorial or letter

subject-population-newborns = newborns
subject-population-infants = infants
subject-population-children = children
subject-population-adolescents = adolescents
subject-population-adults = adults
subject-population-older-adults = older adults
subject-population-pregnant-women = pregnant women
subject-population-women = women
subject-population-men = men
subject-population-animals = animals
