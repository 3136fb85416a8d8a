# The systems of the body, as headings.

system-respiratory = Respiratory
system-digestive = Digestive
system-cardiovascular = Cardiovascular
system-urinary = Urinary
system-reproductive = Reproductive
system-endocrine = Endocrine
system-lymphatic = Lymphatic
system-nervous = Nervous
system-musculoskeletal = Musculoskeletal
system-integument = Integument
