import type { ReactNode } from 'react'

interface Drawn {
  /** Background of the little card; none where the mark stands free. */
  readonly background?: string
  readonly mark: ReactNode
}

const word = (text: string, colour: string, size: number, slanted = false): ReactNode => (
  <text
    x="15"
    y={10 + size * 0.36}
    textAnchor="middle"
    fontSize={size}
    fontWeight="800"
    fontFamily="inherit"
    fill={colour}
    {...(slanted ? { fontStyle: 'italic' } : {})}
  >
    {text}
  </text>
)

/** Ways to pay, drawn as little cards: what people look for before they read. */
const drawn = {
  pix: { mark: <path d="M15 2l8 8-8 8-8-8z" fill="#32bcad" stroke="#ffffff" strokeWidth="1" /> },
  cash: {
    background: '#2f7d4f',
    mark: (
      <>
        <rect x="3" y="3" width="24" height="14" rx="1.5" fill="none" stroke="#ffffff" />
        <circle cx="15" cy="10" r="3.5" fill="#ffffff" />
      </>
    ),
  },
  card: {
    background: '#4a5560',
    mark: (
      <>
        <rect y="4" width="30" height="4" fill="#ffffff" />
        <rect x="4" y="12.5" width="9" height="2.5" fill="#ffffff" />
      </>
    ),
  },
  voucher: {
    background: '#b4530a',
    mark: <path d="M6 4h18v4a2 2 0 000 4v4H6v-4a2 2 0 000-4z" fill="none" stroke="#ffffff" strokeWidth="1.5" />,
  },
  account: {
    background: '#31588a',
    mark: (
      <>
        <circle cx="15" cy="7.5" r="3" fill="#ffffff" />
        <path d="M9 17a6 6 0 0112 0z" fill="#ffffff" />
      </>
    ),
  },
  visa: { background: '#ffffff', mark: word('VISA', '#1a1f71', 10, true) },
  mastercard: {
    background: '#ffffff',
    mark: (
      <>
        <circle cx="11.5" cy="10" r="6" fill="#eb001b" />
        <circle cx="18.5" cy="10" r="6" fill="#f79e1b" fillOpacity="0.9" />
      </>
    ),
  },
  elo: { background: '#111111', mark: word('elo', '#ffffff', 12) },
  amex: { background: '#006fcf', mark: word('AMEX', '#ffffff', 8.5) },
  hipercard: { background: '#822124', mark: word('Hiper', '#ffffff', 9, true) },
} as const satisfies Readonly<Record<string, Drawn>>

const logos: ReadonlyMap<string, Drawn> = new Map(Object.entries(drawn))

/** Names of all logos, as definitions write them. */
export const logoNames: readonly string[] = [...logos.keys()]

/** The logo of a way to pay. Its name stands beside it, so that it says nothing by itself. */
export function Logo({ name }: { readonly name: string }) {
  const own = logos.get(name)
  if (!own) return null
  return (
    <svg viewBox="0 0 30 20" width="24" height="16" aria-hidden="true" data-logo={name} style={{ flexShrink: 0 }}>
      {own.background ? <rect x="0.5" y="0.5" width="29" height="19" rx="3" fill={own.background} stroke="#8a949c" /> : null}
      {own.mark}
    </svg>
  )
}
