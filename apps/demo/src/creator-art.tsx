/** A small picture for each creator, drawn here so that the page needs nothing from elsewhere. */
export function CreatorArt({ id }: { id: string }) {
  return (
    <svg className="creator-art" viewBox="0 0 96 64" aria-hidden="true" focusable="false">
      {ART[id]}
    </svg>
  )
}

const ART: Record<string, React.ReactNode> = {
  alice: (
    <>
      <rect width="96" height="64" fill="#f2e6d2" />
      <circle cx="70" cy="18" r="20" fill="#f3c98b" opacity=".7" />
      <path
        d="M14 52c10-22 26-30 44-26 6-10 14-10 18-6l8 3-8 4c-2 16-16 30-40 27-6 0-14-1-22-2z"
        fill="#5d8aa8"
      />
      <path d="M30 46c8-12 20-14 30-12-6 12-16 16-30 12z" fill="#36566e" />
      <circle cx="70" cy="24" r="1.8" fill="#1c2a33" />
      <path d="M44 55l-2 8M52 54l0 8" stroke="#8a5a2b" strokeWidth="1.6" />
    </>
  ),
  bob: (
    <>
      <rect width="96" height="64" fill="#20394f" />
      <circle cx="24" cy="18" r="8" fill="#f4e3b5" />
      <path d="M0 44c16-8 32-8 48 0s32 8 48 0v20H0z" fill="#2f5d7c" />
      <path d="M0 52c16-6 32-6 48 0s32 6 48 0v12H0z" fill="#3f7fa6" />
      {[50, 56, 62, 68, 74, 80].map((x, index) => (
        <path
          key={x}
          d={`M${x} ${30 - index * 2}v${6 + (index % 3) * 5}`}
          stroke="#f4b860"
          strokeWidth="3"
          strokeLinecap="round"
        />
      ))}
    </>
  ),
  carol: (
    <>
      <rect width="96" height="64" fill="#e7d9ef" />
      <path d="M20 14l26 5v38l-26-5z" fill="#fffaf0" />
      <path d="M76 14l-26 5v38l26-5z" fill="#fff" />
      <path d="M25 22l16 3M25 28l16 3M25 34l11 2" stroke="#7c5b93" strokeWidth="2" />
      <circle cx="63" cy="33" r="8" fill="#c2549d" />
      <path d="M56 46l14-3" stroke="#7c5b93" strokeWidth="2" />
    </>
  ),
  else: (
    <>
      <rect width="96" height="64" fill="#dfe7df" />
      <circle cx="48" cy="32" r="19" fill="none" stroke="#3f6b52" strokeWidth="4" strokeDasharray="92 28" />
      <circle cx="48" cy="32" r="8" fill="none" stroke="#3f6b52" strokeWidth="4" />
      <path d="M56 26v9c0 7 8 6 10-1" fill="none" stroke="#3f6b52" strokeWidth="4" strokeLinecap="round" />
    </>
  ),
}
