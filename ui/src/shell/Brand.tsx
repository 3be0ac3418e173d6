export function Brand() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="var(--accent)" />
      <path d="M8 9.5h16M8 16h16M8 22.5h16" stroke="var(--on-accent)" strokeOpacity=".45" strokeWidth="2" strokeLinecap="round" />
      <path d="M11 7v5M20 13.5v5M14 20v5" stroke="var(--on-accent)" strokeWidth="3" strokeLinecap="round" />
    </svg>
  );
}
