import { chakra } from '@chakra-ui/react/styled-system'
import { useInputServices } from '../inputServices.tsx'

const Swatch = chakra('input', {
  base: {
    appearance: 'none',
    boxSize: '1.25rem',
    p: '0',
    borderWidth: '1px',
    borderColor: 'border.control',
    borderRadius: 'sm',
    bg: 'transparent',
    pointerEvents: 'auto',
    cursor: 'pointer',
    // A finger finds it.
    '@media (max-width: 47.99rem), (pointer: coarse)': { boxSize: '1.5rem' },
    '&::-webkit-color-swatch-wrapper': { p: '0' },
    '&::-webkit-color-swatch': { border: 'none', borderRadius: '0.1875rem' },
    '&::-moz-color-swatch': { border: 'none', borderRadius: '0.1875rem' },
  },
})

/** The system's colour picker, as a swatch before the typed code. */
export default function ColourPicker({
  text,
  put,
  readOnly,
}: {
  text: string
  put(value: string): void
  readOnly: boolean | undefined
}) {
  const { say } = useInputServices()
  const colour = /^#[0-9a-f]{6}$/i.test(text) ? text.toLowerCase() : '#ffffff'
  return (
    <Swatch
      type="color"
      aria-label={say('colour-choose')}
      value={colour}
      disabled={readOnly}
      onChange={event => put(event.currentTarget.value.toUpperCase())}
    />
  )
}
