import { chakra } from '@chakra-ui/react/styled-system'

const Track = chakra('div', {
  base: {
    position: 'relative',
    overflow: 'hidden',
    height: '0.375rem',
    borderRadius: 'full',
    bg: 'bg.emphasized',
    '& > div': { height: '100%', borderRadius: 'full', bg: 'accent.solid', transition: 'width 180ms' },
    '& > [data-unknown]': { width: '40%', animation: 'slide 1.2s ease-in-out infinite' },
  },
})

/** How much of a long work is done, from 0 to 1; unknown when left out. */
export function ProgressBar({ value, label }: { readonly value?: number; readonly label: string }) {
  const known = value === undefined ? {} : { 'aria-valuenow': Math.round(value * 100), 'aria-valuemin': 0, 'aria-valuemax': 100 }
  return (
    <Track role="progressbar" aria-label={label} {...known}>
      <div {...(value === undefined ? { 'data-unknown': true } : { style: { width: `${value * 100}%` } })} />
    </Track>
  )
}
