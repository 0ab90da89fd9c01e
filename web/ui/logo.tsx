interface LogoProps {
  size?: number;
  background?: string;
  color?: string;
  /** The tick in the bubble; the background shows through when not said. */
  tick?: string;
}

/** The mark: a speech bubble with a tick in it. */
export function Logo({ size = 30, background = 'var(--accent)', color = 'var(--accent-ink)', tick }: LogoProps) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="9" fill={background} />
      <path
        d="M9 8.5h14a2.5 2.5 0 0 1 2.5 2.5v8a2.5 2.5 0 0 1-2.5 2.5h-7.2L11 25.5v-4H9A2.5 2.5 0 0 1 6.5 19v-8A2.5 2.5 0 0 1 9 8.5Z"
        fill={color}
      />
      <path
        d="m11 15.2 3.4 3.2 6.6-6.6"
        fill="none"
        stroke={tick ?? background}
        strokeWidth="2.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
