//! The word list on cases written by hand: what each text names, and what must not be taken for an organ.
//!
//! Long because it is a list of cases.

use anatomy::Catalogue;
use grounding::{Gazetteer, Mention};

fn mentions(text: &str) -> Vec<Mention> {
    Gazetteer::builtin().find(text)
}

/// Ids of the structures that a text names, and names of the classes.
fn named(text: &str) -> (Vec<String>, Vec<String>) {
    let (gazetteer, catalogue) = (Gazetteer::builtin(), Catalogue::builtin());
    let found = mentions(text);
    let ids = found.iter().flat_map(|m| m.structures.iter());
    (
        ids.map(|s| catalogue.get(*s).id.clone()).collect(),
        found
            .iter()
            .map(|m| gazetteer.classes()[m.class].name.clone())
            .collect(),
    )
}

/// A text and the structure that it names, most exactly.
const STRUCTURES: &[(&str, &str)] = &[
    // Names, adjectives and Latin
    ("hepatic steatosis", "liver"),
    ("the hepatic parenchyma", "liver"),
    ("hepar lobatum", "liver"),
    ("a renal mass", "kidney"),
    ("splenic rupture", "spleen"),
    ("jejunal atresia", "jejunum"),
    ("an ileal conduit", "ileum"),
    ("caecal volvulus", "caecum"),
    ("cecal volvulus", "caecum"),
    ("the caeca of both animals", "caecum"),
    ("gastric emptying", "stomach"),
    ("pancreatic enzymes", "pancreas"),
    ("vesica biliaris", "gallbladder"),
    ("vesica fellea", "gallbladder"),
    ("ductus choledochus", "bile_duct"),
    ("choledochal cyst", "bile_duct"),
    ("ductus cysticus", "cystic_duct"),
    ("vena cava inferior", "inferior_vena_cava"),
    ("v. cava inferior", "inferior_vena_cava"),
    ("vena portae hepatis", "portal_vein"),
    ("arteria mesenterica superior", "superior_mesenteric_artery"),
    ("a. mesenterica superior", "superior_mesenteric_artery"),
    ("arteriae renales", "renal_artery"),
    ("a. renalis dextra", "right_renal_artery"),
    ("truncus coeliacus", "celiac_trunk"),
    ("the celiac axis", "celiac_trunk"),
    ("the coeliac axis", "celiac_trunk"),
    ("glandula suprarenalis", "adrenal"),
    ("vesicula seminalis", "seminal_gland"),
    ("musculus psoas major", "psoas"),
    ("m. psoas major", "psoas"),
    ("os coccygis", "coccyx"),
    ("the shoulder blades", "scapula"),
    ("collar bone", "clavicle"),
    ("breastbone", "sternum"),
    ("the windpipe", "trachea"),
    ("gullet", "oesophagus"),
    ("pulmonary lobes", "lung"),
    ("pericardial effusion", "pericardium"),
    ("omental cake", "greater_omentum"),
    ("visceral adiposity", "visceral_fat"),
    ("levator ani", "pelvic_diaphragm"),
    ("the rectus sheath", "rectus_sheath"),
    ("transversus abdominis muscle", "transversus_abdominis"),
    ("azygous vein", "azygos_vein"),
    ("manubriosternal joint", "manubrium"),
    ("corpora cavernosa", "corpus_cavernosum"),
    ("anterior horn cells", "grey_matter"),
    // Spelling on both sides of the ocean, hyphens, line ends, dashes, ligatures
    ("distal oesophagus", "oesophagus"),
    ("distal esophagus", "oesophagus"),
    ("œsophagus", "oesophagus"),
    ("oesophageal varix", "oesophagus"),
    ("gall bladder", "gallbladder"),
    ("gall-bladder", "gallbladder"),
    ("gall\u{2010}bladder", "gallbladder"),
    ("gall-\nbladder", "gallbladder"),
    ("gall  bladder", "gallbladder"),
    ("small-bowel biopsy", "small_intestine"),
    ("gastro-oesophageal junction", "cardia"),
    ("gastroesophageal junction", "cardia"),
    ("oesophagogastric junction", "cardia"),
    ("right\u{a0}upper lobe", "right_lung_upper_lobe"),
    ("intervertebral disk", "intervertebral_discs"),
    ("intervertebral discs", "intervertebral_discs"),
    ("grey matter of the spinal cord", "grey_matter"),
    ("gray matter of the spinal cord", "grey_matter"),
    // Plurals and possessives
    ("the liver’s edge", "liver"),
    ("the kidney's cortex", "kidney"),
    ("both ureters", "ureter"),
    ("ureteres", "ureter"),
    ("both lungs", "lung"),
    ("cervical vertebrae", "cervical_vertebrae"),
    ("bronchi", "bronchi"),
    ("the bronchus", "bronchi"),
    ("femora", "femur"),
    ("ilea of rats", "ileum"),
    ("sterna", "sternum"),
    ("adrenal glands", "adrenal"),
    ("the hepatic veins", "hepatic_veins"),
    ("pulmonary arteries", "pulmonary_artery"),
    ("heads of the pancreas", "head_of_pancreas"),
    ("epididymides", "epididymis"),
    ("clavicles", "clavicle"),
    // Abbreviations
    ("an IVC thrombus", "inferior_vena_cava"),
    ("SVC obstruction", "superior_vena_cava"),
    ("consolidation of the RUL", "right_lung_upper_lobe"),
    ("RML collapse", "right_lung_middle_lobe"),
    ("RLL infiltrate", "right_lung_lower_lobe"),
    ("LUL nodule", "left_lung_upper_lobe"),
    ("LLL pneumonia", "left_lung_lower_lobe"),
    ("the SMV and its branches", "superior_mesenteric_vein"),
    ("LV mass", "left_ventricle"),
    ("LVEF of 30 %", "left_ventricle"),
    (
        "a stone in the CBD, without biliary dilatation",
        "bile_duct",
    ),
    ("The LA and LV were enlarged", "left_atrium"),
    ("RA and RV were dilated", "right_atrium"),
    ("RV systolic pressure", "right_ventricle"),
    (
        "The superior mesenteric artery (SMA): stenosis of the SMA",
        "superior_mesenteric_artery",
    ),
    ("SMA and celiac stenosis", "superior_mesenteric_artery"),
    (
        "IMA ligation in mesenteric surgery",
        "inferior_mesenteric_artery",
    ),
    ("mean PA pressure", "pulmonary_artery"),
    ("the GB wall thickening", "gallbladder"),
    // Levels and numbers
    ("fracture of L4", "vertebra_L4"),
    ("L4 vertebra", "vertebra_L4"),
    ("a burst fracture at T12", "vertebra_T12"),
    ("lumbar fusion from L3 to L5", "vertebra_L3"),
    ("cervical spine, C7", "vertebra_C7"),
    ("the T10 level", "vertebra_T10"),
    ("5th lumbar vertebra", "vertebra_L5"),
    ("fifth lumbar vertebra", "vertebra_L5"),
    ("L4-L5", "disc_L4_L5"),
    ("L4–5 disc", "disc_L4_L5"),
    ("L5/S1", "disc_L5_S1"),
    ("the C6/7 disc", "disc_C6_C7"),
    ("T11/T12 disc", "disc_T11_T12"),
    ("left fifth rib", "left_rib_5"),
    ("the 7th right rib", "right_rib_7"),
    ("right 10th rib", "right_rib_10"),
    ("left first costal cartilage", "left_costal_cartilage_1"),
    // Sides
    ("left adrenal", "left_adrenal"),
    ("the right renal mass", "right_kidney"),
    ("left nephrectomy", "left_kidney"),
    ("right ureteral stone", "right_ureter"),
    ("left testicle", "left_testis"),
    ("right pneumonectomy", "right_lung"),
    ("Left psoas abscess", "left_psoas"),
    ("right vas deferens", "right_vas_deferens"),
    ("left and right kidneys", "kidney"),
    ("left internal jugular vein", "left_jugular_vein"),
    ("right acetabular", "right_hip_bone"),
    // Parts
    ("tail of pancreas", "tail_of_pancreas"),
    ("pancreatic head", "head_of_pancreas"),
    ("the gastric antrum", "pyloric_part"),
    ("fundus of the stomach", "fundus_of_stomach"),
    ("hepatic flexure", "right_colic_flexure"),
    ("splenic flexure", "left_colic_flexure"),
    ("infrarenal aorta", "abdominal_aorta"),
    ("aortic arch", "arch_of_aorta"),
    ("descending thoracic aorta", "descending_aorta"),
    ("caudate lobe", "caudate_lobe_of_liver"),
    ("left atrial appendage", "left_atrium"),
    ("cricothyroidotomy", "cricoid_cartilage"),
    // One misspelling in a long word
    ("the oesophgus", "oesophagus"),
    ("the oesphagus", "oesophagus"),
    ("gallbadder stones", "gallbladder"),
    ("the panceras was normal", "pancreas"),
    ("duodeunm", "duodenum"),
    ("the prosatte gland", "prostate"),
    ("diaphram", "diaphragm"),
    ("the perciardium", "pericardium"),
    ("superior mesentric artery", "superior_mesenteric_artery"),
    ("left subclavain artery", "left_subclavian_artery"),
    ("one verterbra", "vertebral_column"),
    ("the myocardiun", "myocardium"),
];

/// A text and the class that it names or implies.
const CLASSES: &[(&str, &str)] = &[
    ("severe GERD", "oesophagus"),
    ("a Zenker diverticulum", "oesophagus"),
    ("Bankart and Hill-Sachs lesions", "shoulder girdle"),
    ("Scheuermann's disease", "vertebral column"),
    ("TEVAR for a type B dissection", "aorta"),
    ("Peyronie's plaque", "penis"),
    ("honeycombing on HRCT, UIP", "lung"),
    ("occlusion of the superficial femoral artery", "limbs"),
    ("the peroneal nerve", "limbs"),
    ("GORD symptoms", "oesophagus"),
    ("COPD exacerbation", "lung"),
    ("ERCP was done", "bile ducts"),
    ("TURP syndrome", "prostate"),
    ("PCNL for staghorn stones", "kidney"),
    ("LAD stenosis", "heart"),
    ("coronary angiography of the RCA", "heart"),
    ("bleeding varices", "oesophagus"),
    ("variceal bleeding", "stomach"),
    ("cystic fibrosis", "pancreas"),
    ("children with ADHD", "brain"),
    ("attention-deficit/hyperactivity disorder", "brain"),
    ("epidural morphine", "spinal cord"),
    ("extradural analgesia", "spinal cord"),
    ("pregnant women", "uterus"),
    ("Helicobacter pylori", "stomach"),
    ("meconium ileus", "small intestine"),
    ("chronic constipation", "colon"),
    ("inflammatory bowel disease", "colon"),
    ("coeliac disease", "duodenum"),
    ("hepatic encephalopathy", "liver"),
    ("obstructive jaundice", "bile ducts"),
    ("pyelonephritis", "kidney"),
    ("haemodialysis", "kidney"),
    ("hemodialysis", "kidney"),
    ("stress incontinence", "urinary bladder"),
    ("Crohn’s disease", "small intestine"),
    ("Wilson disease", "liver"),
    ("phaeochromocytoma", "adrenal"),
    ("pheochromocytoma", "adrenal"),
    ("Graves' disease", "thyroid"),
    ("goitre", "thyroid"),
    ("goiter", "thyroid"),
    ("transurethral resection of the prostate", "prostate"),
    ("spondylolisthesis", "vertebral column"),
    (
        "pulmonary embolism with PE risk scores",
        "pulmonary vessels",
    ),
    ("aortic stenosis", "heart"),
    ("burn injuries", "skin"),
    ("menopausal symptoms", "ovary"),
    ("leg cramps", "limbs"),
    ("third molar surgery", "mouth, nose and throat"),
    ("vertigo", "eye and ear"),
    ("panreatitis", "pancreas"),
];

/// Texts in which nothing is named.
const NOTHING: &[&str] = &[
    "a red kidney bean salad",
    "the heart of the matter",
    "at the heart of the debate",
    "American Heart Association guidelines",
    "National Heart, Lung, and Blood Institute",
    "funded by the British Heart Foundation",
    "Kidney Int 2004",
    "the National Kidney Foundation",
    "renal dose adjustment is not needed",
    "see appendix A",
    "Appendix B lists the codes",
    "supplementary appendix",
    "in the body of the paper",
    "a parametric test",
    "non-parametric statistics",
    "nonparametric tests",
    "colostrum",
    "epidermal growth factor receptor",
    "epidermoid carcinoma",
    "positive skin tests",
    "dry mouth was common",
    "taken by mouth twice daily",
    "by word of mouth",
    "hand searching of journals",
    "on the other hand",
    "hand-held devices",
    "respiratory depression",
    "rapid eye movement sleep",
    "stroke volume index",
    "heat stroke",
    "umbilical cord blood",
    "umbilical venous blood",
    "the peptide backbone",
    "a chemotherapy backbone",
    "PD-L1 expression",
    "retrosternal pain",
    "cod-liver oil",
    "adrenaline infusion",
    "noradrenaline",
    "cardiovascular risk",
    "the gastrointestinal tract",
    "T1-weighted images",
    "T4 and T3 fell",
    "CD4 and T4 cells",
    "stage T2 N0 M0",
    "C5 convertase",
    "rheumatoid arthritis (RA)",
    "patients with RA received methotrexate",
    "Los Angeles, LA",
    "MS spectra were recorded",
    "PA, USA",
    "smooth muscle actin (SMA) staining",
    "the IC50 value",
    "PE teachers",
    "a lad of ten",
    "live and let live",
    "livery",
    "cloned and delivered",
    "hip-hop",
    "web portal",
    "dendritic spines",
    "invertebrates",
    "Escherichia coli",
    "semicolon",
    "the ordinary population",
    "ventilated rooms",
    "the ventral surface",
    "LA, 2004",
    "hearty",
    "spleenwort ferns grow here",
];

#[test]
fn structures_are_named() {
    let mut wrong = Vec::new();
    for (text, id) in STRUCTURES {
        let (ids, _) = named(text);
        if !ids.iter().any(|i| i == id) {
            wrong.push(format!("{text:?}: {ids:?} instead of {id:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn diseases_and_procedures_imply_their_organ() {
    let mut wrong = Vec::new();
    for (text, class) in CLASSES {
        let (_, classes) = named(text);
        if !classes.iter().any(|c| c == class) {
            wrong.push(format!("{text:?}: {classes:?} instead of {class:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What a drug acts on is a hint in a text, but no label of one that is indexed with the drug.
#[test]
fn words_for_running_text_label_no_heading() {
    let gazetteer = Gazetteer::builtin();
    let names = |classes: Vec<usize>| -> Vec<&str> {
        let name = |c: usize| gazetteer.classes()[c].name.as_str();
        classes.into_iter().map(name).collect()
    };
    let found = gazetteer.find("treated with methimazole");
    assert_eq!(names(found.iter().map(|m| m.class).collect()), ["thyroid"]);
    assert!(gazetteer.classes_of_heading("Methimazole").is_empty());
    let heading = gazetteer.classes_of_heading("Kidney Diseases, Cystic");
    assert_eq!(names(heading), ["kidney"]);
}

#[test]
fn other_meanings_are_left_alone() {
    let mut wrong = Vec::new();
    for text in NOTHING {
        let found: Vec<_> = mentions(text).iter().map(|m| &text[m.range()]).collect();
        if !found.is_empty() {
            wrong.push(format!("{text:?}: {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Every row of the catalogue is found by its own name and, where it has one of its own, by its Latin name.
#[test]
fn every_structure_is_found_by_its_names() {
    let catalogue = Catalogue::builtin();
    let mut wrong = Vec::new();
    for (index, structure) in catalogue.indices().zip(catalogue.structures()) {
        // What is left between the named structures is nothing that a text is about.
        if structure.id == "other_muscles" {
            continue;
        }
        let name = structure.name.split(" (").next().unwrap();
        for text in [
            format!("The {name} was examined."),
            name.to_uppercase(),
            name.replace(' ', "-"),
        ] {
            let hit = mentions(&text)
                .iter()
                .any(|m| m.structures.contains(&index));
            if !hit {
                wrong.push(format!("{}: {text:?}: {:?}", structure.id, named(&text).0));
            }
        }
        for latin in structure.latin.split(';').map(str::trim) {
            // Several rows share a Latin name without a side; a few are common words.
            let shared = catalogue
                .structures()
                .iter()
                .filter(|s| s.latin.split(';').any(|l| l.trim() == latin))
                .count()
                > 1;
            let common = [
                "cor",
                "cutis",
                "ren",
                "lien",
                "splen",
                "ventriculus",
                "cardia",
            ];
            if latin.is_empty() || shared || common.contains(&latin) {
                continue;
            }
            if !mentions(latin)
                .iter()
                .any(|m| m.structures.contains(&index))
            {
                wrong.push(format!("{}: {latin:?}: {:?}", structure.id, named(latin).0));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What a search for each of these must give first.
const SEARCHES: &[(&str, &str)] = &[
    ("liver", "liver"),
    ("LIVER", "liver"),
    ("hepar", "liver"),
    ("gull", "oesophagus"),
    ("esophagus", "oesophagus"),
    ("oesoph", "oesophagus"),
    ("ivc", "inferior_vena_cava"),
    ("SMA", "superior_mesenteric_artery"),
    ("LA", "left_atrium"),
    ("rul", "right_lung_upper_lobe"),
    ("L4", "vertebra_L4"),
    ("renal artery", "renal_artery"),
    ("artery renal left", "left_renal_artery"),
    ("vena cava inferior", "inferior_vena_cava"),
    ("left_kidney", "left_kidney"),
    ("kidny", "kidney"),
    ("panceras", "pancreas"),
    ("diafragm", "diaphragm"),
    ("pancreatitis", "pancreas"),
    ("GERD", "oesophagus"),
    ("gall-bladder", "gallbladder"),
    ("appendicitis", "appendix"),
    ("shoulder blade", "scapula"),
    ("sigm", "sigmoid_colon"),
];

#[test]
fn searches_give_what_was_meant_first() {
    let (gazetteer, catalogue) = (Gazetteer::builtin(), Catalogue::builtin());
    let mut wrong = Vec::new();
    for (query, id) in SEARCHES {
        let found = gazetteer.search(query, 5);
        let ids: Vec<_> = found
            .iter()
            .map(|m| (catalogue.get(m.structure).id.as_str(), m.score, &m.name))
            .collect();
        if ids.first().map(|f| f.0) != Some(*id) {
            wrong.push(format!("{query:?}: {ids:?} instead of {id:?}"));
        }
        assert!(found.len() <= 5);
        assert!(found.is_sorted_by(|a, b| a.score >= b.score));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    for nothing in ["", "  ", "qwertzuiop", "zzz"] {
        assert!(gazetteer.search(nothing, 5).is_empty(), "{nothing:?}");
    }
}

#[test]
fn every_structure_is_searched_by_its_name() {
    let (gazetteer, catalogue) = (Gazetteer::builtin(), Catalogue::builtin());
    let missed: Vec<_> = catalogue
        .indices()
        .zip(catalogue.structures())
        .filter(|(index, s)| {
            gazetteer.search(&s.name, 1).first().map(|m| m.structure) != Some(*index)
        })
        .map(|(_, s)| s.name.as_str())
        .collect();
    assert!(missed.is_empty(), "{missed:?}");
}

#[test]
fn mentions_keep_their_bytes_whatever_is_folded() {
    let text = "Über den œsophagus –  die  gall‑\nbladder; superior mesentric artery’s ostium, left  kidney";
    let pieces: Vec<_> = mentions(text).iter().map(|m| &text[m.range()]).collect();
    assert_eq!(
        pieces,
        [
            "œsophagus",
            "gall‑\nbladder",
            "superior mesentric artery",
            "left  kidney"
        ]
    );
}
