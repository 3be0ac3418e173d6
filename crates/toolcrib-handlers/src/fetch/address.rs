//! Which addresses belong to the public internet.
//!
//! Owns the table behind invariant (2) of [`fetch`](super) and nothing else. What
//! is not known to be public is not public. The ranges are those of the IANA
//! special-purpose registries.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Whether strangers may be led to this address.
pub(super) fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

/// The IPv4 ranges that are not public: first address, bits of the prefix.
const CLOSED_V4: [(Ipv4Addr, u32); 16] = [
    (Ipv4Addr::new(0, 0, 0, 0), 8),        // this network
    (Ipv4Addr::new(10, 0, 0, 0), 8),       // private
    (Ipv4Addr::new(100, 64, 0, 0), 10),    // shared behind carriers
    (Ipv4Addr::new(127, 0, 0, 0), 8),      // loopback
    (Ipv4Addr::new(168, 63, 129, 16), 32), // Azure's host, reachable from inside alone
    (Ipv4Addr::new(169, 254, 0, 0), 16),   // link-local, where clouds keep their secrets
    (Ipv4Addr::new(172, 16, 0, 0), 12),    // private
    (Ipv4Addr::new(192, 0, 0, 0), 24),     // protocol assignments
    (Ipv4Addr::new(192, 0, 2, 0), 24),     // documentation
    (Ipv4Addr::new(192, 88, 99, 0), 24),   // relays to 6to4
    (Ipv4Addr::new(192, 168, 0, 0), 16),   // private
    (Ipv4Addr::new(198, 18, 0, 0), 15),    // benchmarks
    (Ipv4Addr::new(198, 51, 100, 0), 24),  // documentation
    (Ipv4Addr::new(203, 0, 113, 0), 24),   // documentation
    (Ipv4Addr::new(224, 0, 0, 0), 4),      // multicast
    (Ipv4Addr::new(240, 0, 0, 0), 4),      // reserved, and broadcast
];

/// The ranges inside of 2000::/3 that are not public.
const CLOSED_V6: [(Ipv6Addr, u32); 3] = [
    // Protocol assignments, among them Teredo, which carries IPv4 addresses.
    (Ipv6Addr::new(0x2001, 0, 0, 0, 0, 0, 0, 0), 23),
    (Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 0), 32), // documentation
    (Ipv6Addr::new(0x3fff, 0, 0, 0, 0, 0, 0, 0), 20),     // documentation
];

fn is_public_v4(address: Ipv4Addr) -> bool {
    let bits = address.to_bits();
    !CLOSED_V4.iter().any(|(first, prefix)| (bits ^ first.to_bits()) >> (32 - prefix) == 0)
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    if let Some(inner) = carried_v4(address) {
        return is_public_v4(inner);
    }
    let bits = address.to_bits();
    // Only 2000::/3 is given out; the rest is local, special or not yet anything.
    bits >> 125 == 0b001
        && !CLOSED_V6.iter().any(|(first, prefix)| (bits ^ first.to_bits()) >> (128 - prefix) == 0)
}

/// The IPv4 address that packets to this address end up at.
fn carried_v4(address: Ipv6Addr) -> Option<Ipv4Addr> {
    let join = |high: u16, low: u16| Ipv4Addr::from_bits(u32::from(high) << 16 | u32::from(low));
    match address.segments() {
        // IPv4-mapped ::ffff:0:0/96 and NAT64 64:ff9b::/96.
        [0, 0, 0, 0, 0, 0xffff, high, low] | [0x64, 0xff9b, 0, 0, 0, 0, high, low] => {
            Some(join(high, low))
        }
        // 6to4.
        [0x2002, high, low, ..] => Some(join(high, low)),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
