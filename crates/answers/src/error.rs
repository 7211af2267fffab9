//! Why a question has no answer: a status, a short code, and a sentence.

use serde::Serialize;
use switchyard::budget::OverBudget;
use switchyard::generate::Impossible;

/// An answer, or the reason why there is none.
pub type Answered<T> = Result<T, ApiError>;

/// Why a question got no answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ApiError {
    /// The status of HTTP that says the same.
    #[serde(skip)]
    pub status: u16,
    /// A word for programs.
    pub code: &'static str,
    /// A sentence for people.
    pub reason: String,
    /// The field of the question that is at fault.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<&'static str>,
    /// The internal error, for the server's log.
    #[serde(skip)]
    pub cause: Option<String>,
    /// Whether a larger budget might have sufficed.
    #[serde(skip)]
    pub is_over_budget: bool,
}

impl ApiError {
    /// An error with this status, word and sentence.
    pub fn new(status: u16, code: &'static str, reason: impl Into<String>) -> Self {
        Self {
            status,
            code,
            reason: reason.into(),
            field: None,
            cause: None,
            is_over_budget: false,
        }
    }

    /// The question is well-formed JSON but says something that cannot be: 422.
    pub fn invalid(field: &'static str, reason: impl Into<String>) -> Self {
        Self {
            field: Some(field),
            ..Self::new(422, "invalid", reason)
        }
    }

    /// There is nothing like that: 422. A seed that had no luck has a code of its own, because another may have.
    pub fn impossible(field: &'static str, why: &Impossible) -> Self {
        Self {
            code: if why.is_chance() {
                "no-luck"
            } else {
                "invalid"
            },
            ..Self::invalid(field, why.to_string())
        }
    }

    /// No side won the position before the last move even moving second: 422. The code is not `invalid`, because
    /// nothing is wrong with the question.
    pub fn nothing_to_explain() -> Self {
        let reason = "the last move has no answer to explain: no side won the position before it \
            even moving second";
        Self {
            code: "nothing-to-explain",
            ..Self::invalid("moves", reason)
        }
    }

    /// More of something than one question may ask about: 413.
    pub fn too_large(what: &'static str, given: usize, most: usize) -> Self {
        let reason =
            format!("this answer is given for at most {most} {what}, and there are {given}");
        Self::new(413, "too-large", reason)
    }

    /// A text that would be longer than is written: 413.
    pub fn long_text(most: usize) -> Self {
        let reason = format!("the text would have more than {most} bytes");
        Self::new(413, "too-large", reason)
    }

    /// The computation was stopped because its client has left: 503, which nobody receives.
    fn stopped() -> Self {
        Self::new(503, "stopped", OverBudget::Stopped.to_string())
    }

    /// No such thing: 404.
    pub fn not_found(path: &str) -> Self {
        Self::new(404, "not-found", format!("there is nothing at {path}"))
    }

    /// A fault of this program: 500.
    #[allow(clippy::needless_pass_by_value, reason = "it is given to `map_err`")]
    pub fn broken(cause: impl ToString) -> Self {
        Self {
            cause: Some(cause.to_string()),
            ..Self::new(
                500,
                "broken",
                "the engine failed on this question; please report it with what you asked",
            )
        }
    }

    /// The error as JSON.
    pub fn body(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("plain data")
    }
}

impl From<OverBudget> for ApiError {
    /// More steps or bytes than one question is given: 413.
    fn from(over: OverBudget) -> Self {
        match over {
            OverBudget::Steps | OverBudget::Bytes => Self {
                is_over_budget: true,
                ..Self::new(413, "too-large", over.to_string())
            },
            OverBudget::Stopped => Self::stopped(),
        }
    }
}

impl From<serde_path_to_error::Error<serde_json::Error>> for ApiError {
    /// What is wrong with the JSON of a question, and where.
    fn from(error: serde_path_to_error::Error<serde_json::Error>) -> Self {
        if error.inner().is_data() {
            let what = "Failed to deserialize the JSON body into the target type";
            Self::new(422, "wrong-shape", format!("{what}: {error}"))
        } else {
            syntax(&error)
        }
    }
}

/// A question that is no JSON: 400.
pub(crate) fn syntax(error: &dyn std::fmt::Display) -> ApiError {
    let what = "Failed to parse the request body as JSON";
    ApiError::new(400, "bad-json", format!("{what}: {error}"))
}
