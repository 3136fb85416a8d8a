//! The word list as a whole.

use super::*;

/// "text[class]" of every mention.
fn found(text: &str) -> Vec<String> {
    let g = Gazetteer::builtin();
    g.find(text)
        .iter()
        .map(|m| format!("{}[{}]", &text[m.range()], g.classes()[m.class].name))
        .collect()
}

fn structures(text: &str) -> Vec<String> {
    let c = Catalogue::builtin();
    Gazetteer::builtin()
        .find(text)
        .iter()
        .flat_map(|m| {
            m.structures
                .iter()
                .map(|s| c.get(*s).id.clone())
                .collect::<Vec<_>>()
        })
        .collect()
}

#[test]
fn names_adjectives_plurals_and_abbreviations() {
    assert_eq!(
        found("Both kidneys, the hepatic hilum; LIVERS"),
        ["kidneys[kidney]", "hepatic[liver]", "LIVERS[liver]"]
    );
    assert_eq!(
        found("GERD, an IVC filter and the LAD."),
        [
            "GERD[oesophagus]",
            "IVC filter[inferior vena cava]",
            "LAD[heart]"
        ]
    );
    assert_eq!(
        found("myocardial and pulmonary and gastric"),
        ["myocardial[heart]", "pulmonary[lung]", "gastric[stomach]"]
    );
    assert_eq!(
        found("cholecystectomies; hepatocellular"),
        ["cholecystectomies[gallbladder]", "hepatocellular[liver]"]
    );
    assert!(
        found("a lad sat; nice livery, renally, cloned, delivered").is_empty(),
        "{:?}",
        found("a lad sat; nice livery, renally, cloned, delivered")
    );
}

#[test]
fn the_cava_by_itself_is_the_inferior_one() {
    assert_eq!(structures("a node beside the cava"), ["inferior_vena_cava"]);
    assert_eq!(structures("superior vena cava"), ["superior_vena_cava"]);
    assert_eq!(structures("inferior vena cava"), ["inferior_vena_cava"]);
}

#[test]
fn longest_match_wins() {
    assert_eq!(
        found("pulmonary artery"),
        ["pulmonary artery[pulmonary vessels]"]
    );
    assert_eq!(
        found("gall bladder and bladder"),
        ["gall bladder[gallbladder]", "bladder[urinary bladder]"]
    );
    assert_eq!(found("splenic flexure"), ["splenic flexure[colon]"]);
    assert_eq!(
        found("the cardia of the stomach"),
        ["cardia of the stomach[stomach]"]
    );
    assert_eq!(structures("right\nupper lobe"), ["right_lung_upper_lobe"]);
}

#[test]
fn a_word_for_two_organs_counts_for_both() {
    assert_eq!(
        found("colorectal"),
        ["colorectal[colon]", "colorectal[rectum]"]
    );
    assert_eq!(found("gastro-oesophageal reflux").len(), 2);
}

#[test]
fn parts_are_named_exactly() {
    assert_eq!(structures("tail of the pancreas"), ["tail_of_pancreas"]);
    assert_eq!(structures("jejunal"), ["jejunum"]);
    assert_eq!(structures("the L4/5 disc"), ["disc_L4_L5"]);
    assert_eq!(structures("fracture of the T12 vertebra"), ["vertebra_T12"]);
    assert!(structures("a burst fracture of T2").contains(&"vertebra_T2".to_owned()));
    let imaging = structures("Axial T2 MR image of the cervical spine");
    assert_eq!(imaging, ["cervical_vertebrae"], "a relaxation time");
    assert_eq!(
        structures("vas deferens"),
        ["vas_deferens"],
        "both sides of one name are the pair"
    );
    assert_eq!(structures("adrenal mass"), ["adrenal"]);
    assert_eq!(structures("left kidney"), ["left_kidney"]);
    assert_eq!(structures("lung"), ["lung"]);
}

#[test]
fn words_of_a_class_name_the_structure_they_mean() {
    for (text, wanted) in [
        ("a rotator cuff tear", "humerus"),
        ("the coracoid process", "scapula"),
        ("hip arthroplasty", "femur"),
        ("a pelvic fracture", "hip_bone"),
        ("pulmonary emboli", "pulmonary_artery"),
        ("portal hypertension", "portal_vein"),
        ("Budd-Chiari syndrome", "hepatic_veins"),
        ("cryptorchidism", "testis"),
    ] {
        assert!(
            structures(text).contains(&wanted.to_owned()),
            "{text}: {:?}",
            structures(text)
        );
    }
    assert_eq!(structures("shoulder blade"), ["scapula"]);
}

#[test]
fn short_words_of_the_heart_count_beside_others_of_it() {
    for (text, wanted) in [
        ("A lateral MI.", "myocardium"),
        ("Septal MI two years ago", "myocardium"),
        ("Inferior STEMI, RV spared.", "right_ventricle"),
        ("old posterior infarct", "myocardium"),
        ("dilated LA", "left_atrium"),
        ("MV vegetation", "left_atrium"),
        ("TV leaflet flail", "right_atrium"),
        ("asc Ao 5.4 cm", "aorta"),
        (
            "MPA and RPA dilated, pulmonary hypertension",
            "pulmonary_trunk",
        ),
        ("bicuspid AV", "heart"),
        ("IVS 14 mm, LV hypertrophy", "heart"),
    ] {
        let found = structures(text);
        assert!(found.contains(&wanted.to_owned()), "{text}: {found:?}");
    }
    for (text, other) in [
        ("cataract surgery under LA, pupils dilated", "left_atrium"),
        ("sats 86 RA", "right_atrium"),
        ("PA chest film", "pulmonary_artery"),
        ("MV 8 L/min, TV 500 ml, ventilated", "left_atrium"),
        ("low rectal ca 4cm AV", "heart"),
        ("AV fistula of the left arm, calcified", "heart"),
        ("MI for smoking: a motivational interview", "myocardium"),
    ] {
        let found = structures(text);
        assert!(!found.contains(&other.to_owned()), "{text}: {found:?}");
    }
}

#[test]
fn branches_of_the_coronary_arteries_are_of_the_artery_that_they_leave() {
    for (text, wanted) in [
        ("Ramus intermedius 70 % stenosis", "left_coronary_artery"),
        ("the obtuse marginal", "left_coronary_artery"),
        ("stent to OM1, LAD patent", "left_coronary_artery"),
        ("D1 70 %, LAD 40 %", "left_coronary_artery"),
        ("the second diagonal branch", "left_coronary_artery"),
        ("ostial LCx stenosis", "left_coronary_artery"),
        ("circumflex occluded", "left_coronary_artery"),
        ("left main stem", "left_coronary_artery"),
        ("left main 60 % stenosis", "left_coronary_artery"),
        ("Acute marginal branch occluded", "right_coronary_artery"),
        ("vein graft to the PDA", "right_coronary_artery"),
        ("conus branch", "right_coronary_artery"),
        ("the SA nodal artery", "right_coronary_artery"),
        ("distal RCA", "right_coronary_artery"),
    ] {
        let found = structures(text);
        assert!(found.contains(&wanted.to_owned()), "{text}: {found:?}");
    }
    for text in [
        "a PDA in a preterm infant",
        "D1 and D2 of the duodenum",
        "OM of the ear",
        "left main stem bronchus stenosis",
        "the circumflex iliac artery, occluded",
    ] {
        let found = structures(text);
        let is_coronary = found.iter().any(|id| id.ends_with("coronary_artery"));
        assert!(!is_coronary, "{text}: {found:?}");
    }
}

#[test]
fn vessels_of_a_name_are_its_artery_and_its_vein() {
    for name in ["external iliac", "internal iliac", "common iliac", "renal"] {
        let of = |kind: &str| format!("{}_{kind}", name.replace(' ', "_"));
        let found = structures(&format!("the {name} vessels"));
        assert_eq!(found, [of("artery"), of("vein")], "{name}");
    }
    let mesenteric = structures("the superior mesenteric vessels");
    for id in ["superior_mesenteric_artery", "superior_mesenteric_vein"] {
        assert!(mesenteric.contains(&id.to_owned()), "{mesenteric:?}");
    }
    assert_eq!(found("the femoral vessels"), ["femoral vessels[limbs]"]);
}

#[test]
fn false_friends_are_left_alone() {
    for text in [
        "The aims were: semicolon use",
        "On the other hand, cardiovascular risk",
        "at the heart of the debate",
        "kidney beans",
        "T4 and T3 levels fell",
        "T1-weighted",
        "the gastrointestinal tract",
        "chest",
        "see Appendix B",
        "Escherichia coli",
        "stroke volume",
        "word of mouth",
        "LA, 2004",
        "umbilical cord",
    ] {
        assert!(found(text).is_empty(), "{text}: {:?}", found(text));
    }
}

#[test]
fn organs_that_this_body_lacks_have_their_own_class() {
    let g = Gazetteer::builtin();
    for (text, class) in [
        ("breast cancer", "breast"),
        ("ovarian cysts", "ovary"),
        ("uterine cervix", "uterus"),
        ("the brain", "brain"),
        ("knee", "limbs"),
        ("retinal", "eye and ear"),
    ] {
        let mentions = g.find(text);
        assert!(!mentions.is_empty(), "{text}");
        for m in mentions {
            assert_eq!(g.classes()[m.class].name, class);
            assert!(!g.classes()[m.class].is_present());
            // What only the female body has is named as hers; the rest neither has.
            let hers = g.female_structures_of(m.class);
            assert_eq!(m.structures.is_empty(), hers.is_empty(), "{text}");
        }
    }
}

#[test]
fn every_structure_has_a_class_and_every_class_finds_its_own_name() {
    let (g, c) = (Gazetteer::builtin(), Catalogue::builtin());
    let orphans: Vec<_> = c
        .indices()
        .filter(|i| g.class_of(*i).is_none())
        .map(|i| c.get(i).id.as_str())
        // What is left between the named structures is nothing that a text is about.
        .filter(|id| *id != "other_muscles")
        .collect();
    assert!(orphans.is_empty(), "{orphans:?}");
    for (i, class) in g.classes().iter().enumerate() {
        for id in &class.structures {
            let name = &c.get(c.index_of(id).unwrap()).name;
            let name = name.split(" (").next().unwrap();
            assert!(
                g.find(name).iter().any(|m| m.class == i),
                "{name} is not found as {}",
                class.name
            );
        }
    }
}

#[test]
fn counts_are_per_class_and_range() {
    let g = Gazetteer::builtin();
    let liver = g.classes().iter().position(|c| c.name == "liver").unwrap();
    let text = "Liver and hepatic veins. The liver.";
    let counts = g.counts(text);
    assert_eq!(counts.len(), g.classes().len());
    assert_eq!(counts[liver], 2.0, "the hepatic veins are vessels");
    assert_eq!(g.counts_within(&g.find(text), 25..text.len())[liver], 1.0);
}

#[test]
fn headings_find_their_classes() {
    let g = Gazetteer::builtin();
    let names = |h: &str| {
        g.classes_of_heading(h)
            .into_iter()
            .map(|c| g.classes()[c].name.as_str())
            .collect::<Vec<_>>()
    };
    assert_eq!(names("Lung Neoplasms"), ["lung"]);
    assert_eq!(names("Carcinoma, Hepatocellular"), ["liver"]);
    assert_eq!(names("Kidney Diseases, Cystic"), ["kidney"]);
    assert_eq!(
        names("Esophageal and Gastric Varices"),
        ["oesophagus", "stomach"]
    );
    assert_eq!(names("Humans"), Vec::<&str>::new());
}

#[test]
fn byte_ranges_survive_other_scripts() {
    let text = "Über die Leber – «liver» 肝臓 liver’s";
    assert_eq!(found(text), ["liver[liver]", "liver[liver]"]);
}

#[test]
fn a_side_after_any_sign_is_read() {
    let text = "the so-called “left adrenal” and …right kidney";
    assert_eq!(structures(text), ["left_adrenal", "right_kidney"]);
}
