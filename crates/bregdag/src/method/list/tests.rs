use super::*;

#[test]
fn every_option_is_listed_and_every_listed_one_is_there() {
    for info in METHODS {
        let Value::Object(fields) = info.spec().options() else { panic!("{}", info.name) };
        let there: Vec<String> = flattened("", &fields).into_iter().map(|f| f.0).collect();
        let mut listed: Vec<&str> = info.options.iter().map(|setting| setting.key).collect();
        let mut there: Vec<&str> = there.iter().map(String::as_str).collect();
        listed.sort_unstable();
        there.sort_unstable();
        assert_eq!(listed, there, "{}", info.name);
        assert_eq!(info.spec().name(), info.name);
    }
}

#[test]
fn settings_go_to_json_and_back() {
    for info in METHODS {
        let mut spec = info.spec();
        if spec.key_of("seed").is_some() {
            spec.set("seed", "18446744073709551615").unwrap();
        }
        let text = serde_json::to_string(&spec).unwrap();
        assert_eq!(serde_json::from_str::<Spec>(&text).unwrap(), spec);
        assert_eq!(Spec::from_options(spec.name(), &spec.options()).unwrap(), spec);
    }
    let mut spec = Info::of("bregman").unwrap().spec();
    spec.set("threshold", "auto").unwrap();
    spec.set("refine.penalty-factor", "2.5").unwrap();
    spec.set("lambda", "0.125").unwrap();
    assert_eq!(Spec::from_options("bregman", &spec.options()).unwrap(), spec);
    let bare = Spec::Bregman(Bregman { refine: None, ..Bregman::default() });
    let mut set = Spec::Bregman(Bregman::default());
    set.set("refine", "none").unwrap();
    assert_eq!(set, bare);
    set.set("refine", "search").unwrap();
    assert_eq!(set, Spec::Bregman(Bregman::default()));
    assert_eq!(Spec::from_options("bregman", &bare.options()).unwrap(), bare);
}

#[test]
fn what_is_wrong_is_said() {
    let mut spec = Spec::default();
    let problem = |spec: &mut Spec, key, value| spec.set(key, value).unwrap_err().to_string();
    assert!(problem(&mut spec, "lambda", "1").contains("penalty_factor"));
    assert!(problem(&mut spec, "restarts", "many").contains("whole number"));
    assert!(problem(&mut spec, "restarts", "-1").contains("whole number"));
    assert!(problem(&mut spec, "penalty-factor", "0").contains("1e-6 to 1e6"));
    assert!(problem(&mut spec, "variances", "some").contains("equal or free"));
    assert_eq!(spec, Spec::default());
    assert!(Info::of("serch").unwrap_err().to_string().contains("search"));
}

#[test]
fn a_value_of_a_path_is_an_option() {
    let spec = Spec::default().with(Parameter::PenaltyFactor, 2.0).unwrap();
    assert_eq!(spec, Spec::Search(order::Options::default().with_factor(2.0)));
    assert!(spec.with(Parameter::Lambda, 1.0).is_err());
    for info in METHODS {
        let (spec, method) = (info.spec(), info.spec().method());
        for parameter in method.parameters() {
            let varied = spec.with(parameter, 0.75).unwrap();
            let other = method.with(parameter, 0.75).unwrap();
            assert_eq!((varied.name(), varied != spec), (other.name(), true));
        }
    }
}
