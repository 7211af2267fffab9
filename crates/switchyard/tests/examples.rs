//! The examples run, and what they assert holds.

macro_rules! examples {
    ($($name:ident),*) => {
        $(
            #[path = "../examples"]
            mod $name {
                mod $name;

                #[test]
                fn runs() {
                    $name::main().expect("the example runs");
                }
            }
        )*
    };
}

examples!(bridgit, certificate, coins, play, solve);
