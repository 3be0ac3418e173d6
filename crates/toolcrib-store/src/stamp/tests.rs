use super::{MS_MAX, MS_PER_DAY, Stamp};

#[test]
fn a_day_is_called_what_the_calendar_calls_it() {
    for day in (0..MS_MAX / MS_PER_DAY).step_by(13) {
        let ms = day * MS_PER_DAY + day % MS_PER_DAY;
        let moment = jiff::Timestamp::from_millisecond(ms.try_into().unwrap()).unwrap();
        assert_eq!(Stamp::from_ms(ms).as_str(), format!("{moment:.3}"));
    }
    assert_eq!(Stamp::from_ms(u64::MAX).as_str(), "9999-12-31T23:59:59.999Z");
}
