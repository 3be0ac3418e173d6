use super::*;

/// Asserts that a range and nothing beside it is closed.
#[track_caller]
fn closed(before: &str, first: &str, last: &str, after: &str) {
    let public = |text: &str| is_public(text.parse().unwrap());
    assert!(!public(first), "{first} is public");
    assert!(!public(last), "{last} is public");
    assert!(before.is_empty() || public(before), "{before} is closed");
    assert!(after.is_empty() || public(after), "{after} is closed");
}

#[test]
fn special_ranges_of_ipv4_are_closed() {
    closed("", "0.0.0.0", "0.255.255.255", "1.0.0.0");
    closed("9.255.255.255", "10.0.0.0", "10.255.255.255", "11.0.0.0");
    closed("100.63.255.255", "100.64.0.0", "100.127.255.255", "100.128.0.0");
    closed("126.255.255.255", "127.0.0.0", "127.255.255.255", "128.0.0.0");
    closed("168.63.129.15", "168.63.129.16", "168.63.129.16", "168.63.129.17");
    closed("169.253.255.255", "169.254.0.0", "169.254.255.255", "169.255.0.0");
    closed("", "169.254.169.254", "169.254.170.2", "");
    closed("172.15.255.255", "172.16.0.0", "172.31.255.255", "172.32.0.0");
    closed("191.255.255.255", "192.0.0.0", "192.0.0.255", "192.0.1.0");
    closed("192.0.1.255", "192.0.2.0", "192.0.2.255", "192.0.3.0");
    closed("192.88.98.255", "192.88.99.0", "192.88.99.255", "192.88.100.0");
    closed("192.167.255.255", "192.168.0.0", "192.168.255.255", "192.169.0.0");
    closed("198.17.255.255", "198.18.0.0", "198.19.255.255", "198.20.0.0");
    closed("198.51.99.255", "198.51.100.0", "198.51.100.255", "198.51.101.0");
    closed("203.0.112.255", "203.0.113.0", "203.0.113.255", "203.0.114.0");
    closed("223.255.255.255", "224.0.0.0", "239.255.255.255", "");
    closed("", "240.0.0.0", "255.255.255.255", "");
}

#[test]
fn special_ranges_of_ipv6_are_closed() {
    closed("", "::", "::1", "");
    closed("", "::7f00:1", "::ffff:0:7f00:1", "");
    closed("", "100::", "1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "2000::");
    closed("2000:ffff::", "2001::", "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff", "2001:200::");
    closed("2001:db7::", "2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff", "2001:db9::");
    closed("3ffe::", "3fff::", "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff", "3fff:1000::");
    closed("", "4000::", "fbff::1", "");
    closed("", "fc00::", "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "");
    closed("", "fd00:ec2::254", "fe80::1", "");
    closed("", "febf:ffff::", "fec0::1", "");
    closed("", "ff00::", "ff02::1", "");
}

#[test]
fn an_ipv6_address_is_judged_by_the_ipv4_address_it_carries() {
    closed("::ffff:8.8.8.8", "::ffff:127.0.0.1", "::ffff:169.254.169.254", "::ffff:1.1.1.1");
    closed("64:ff9b::8.8.8.8", "64:ff9b::10.0.0.1", "64:ff9b::127.0.0.1", "64:ff9b::1.1.1.1");
    closed("2002:808:808::1", "2002:7f00:1::", "2002:a9fe:a9fe::1", "2002:101:101::1");
    // NAT64 inside of a network, and Teredo by way of 192.168.0.1.
    closed("", "64:ff9b:1::8.8.8.8", "2001:0:808:808:0:0:3f57:fffe", "");
}

#[test]
fn the_rest_is_public() {
    for text in ["1.1.1.1", "93.184.216.34", "2606:4700::1111", "2a00:1450:4001::200e"] {
        assert!(is_public(text.parse().unwrap()), "{text}");
    }
}
