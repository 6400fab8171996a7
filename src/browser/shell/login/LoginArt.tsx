import { chakra } from '@chakra-ui/react/styled-system'

const Backdrop = chakra('div', {
  base: {
    display: { base: 'none', lg: 'grid' },
    placeItems: 'center',
    overflow: 'hidden',
    bg: 'accent.solid',
    backgroundImage:
      'radial-gradient(120% 90% at 85% 10%, #178a7a 0%, transparent 60%), linear-gradient(160deg, #0d6358 0%, #07352f 100%)',
  },
})

const rows = [0, 1, 2, 3, 4, 5, 6]
const widths = [150, 118, 170, 132, 96, 158, 124]
const prices = [46, 52, 38, 46, 58, 42, 50]

/** Beside the login on wide screens: a shop's list, drawn with plain shapes. */
export function LoginArt() {
  return (
    <Backdrop aria-hidden>
      <svg viewBox="0 0 560 460" width="78%" style={{ maxWidth: '44rem' }} role="presentation">
        <g fill="#fff">
          <rect x="40" y="30" width="480" height="400" rx="14" fillOpacity="0.07" stroke="#fff" strokeOpacity="0.16" />
          <rect x="64" y="56" width="120" height="12" rx="6" fillOpacity="0.5" />
          <rect x="400" y="50" width="96" height="26" rx="7" fill="#7fd6c6" fillOpacity="0.9" />
          <rect x="64" y="94" width="432" height="1" fillOpacity="0.16" />
          {rows.map(row => (
            <g key={row} transform={`translate(0 ${112 + row * 44})`}>
              {row === 2 ? <rect x="52" y="-8" width="456" height="40" rx="8" fillOpacity="0.09" /> : null}
              <rect x="64" y="0" width="24" height="24" rx="6" fillOpacity={row % 3 === 0 ? 0.34 : 0.2} />
              <rect x="104" y="3" width={widths[row]} height="8" rx="4" fillOpacity="0.55" />
              <rect x="104" y="17" width={(widths[row] ?? 100) * 0.6} height="6" rx="3" fillOpacity="0.22" />
              <rect x={400 - (prices[row] ?? 40)} y="8" width={prices[row]} height="8" rx="4" fillOpacity="0.45" />
              <rect
                x="450"
                y="4"
                width="30"
                height="16"
                rx="8"
                fill={row === 4 ? '#fff' : '#7fd6c6'}
                fillOpacity={row === 4 ? 0.22 : 0.85}
              />
              <circle cx={row === 4 ? 458 : 472} cy="12" r="6" fillOpacity="0.95" />
            </g>
          ))}
        </g>
      </svg>
    </Backdrop>
  )
}
