//! The date of a report.

use std::env;
use std::time::{SystemTime, UNIX_EPOCH};

const DAY: u64 = 24 * 60 * 60;

/// Today's date in UTC, as in 2026-11-16. `SOURCE_DATE_EPOCH` replaces the clock (seconds since 1970), for reports that
/// have to be reproducible.
pub fn today() -> String {
    let given = env::var("SOURCE_DATE_EPOCH").ok();
    let given = given.and_then(|text| text.parse().ok());
    let clock = || SystemTime::now().duration_since(UNIX_EPOCH);
    let seconds = given.unwrap_or_else(|| clock().map_or(0, |since| since.as_secs()));
    date_of(seconds / DAY)
}

/// The date so many days after 1 January 1970.
fn date_of(days: u64) -> String {
    // Every 400 years of the calendar have the same number of days; counted from a March, leap days come last.
    const DAYS_OF_ERA: u64 = 146_097;
    let days = days + 719_468;
    let (era, day) = (days / DAYS_OF_ERA, days % DAYS_OF_ERA);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day_of_year = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = 400 * era + year + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The calendar day by day, from the lengths of its months.
    #[test]
    fn dates_are_those_of_the_calendar() {
        let (mut year, mut month, mut day) = (1970, 1, 1);
        for days in 0..200_000 {
            assert_eq!(date_of(days), format!("{year:04}-{month:02}-{day:02}"));
            let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
            let length = match month {
                2 if is_leap => 29,
                2 => 28,
                4 | 6 | 9 | 11 => 30,
                _ => 31,
            };
            day += 1;
            if day > length {
                (month, day) = (month + 1, 1);
            }
            if month > 12 {
                (year, month) = (year + 1, 1);
            }
        }
        assert_eq!(date_of(20_773), "2026-11-16");
    }
}
