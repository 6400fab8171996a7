import { chakra } from '@chakra-ui/react/styled-system'

/** A key of the keyboard: `<Kbd>Ctrl</Kbd>`. */
export const Kbd = chakra('kbd', {
  base: {
    fontFamily: 'body',
    fontSize: 'sm',
    lineHeight: '1rem',
    px: '1',
    minWidth: '1.25rem',
    textAlign: 'center',
    display: 'inline-block',
    borderRadius: 'sm',
    borderWidth: '1px',
    borderColor: 'border.emphasized',
    bg: 'bg.subtle',
    color: 'fg.muted',
  },
})
