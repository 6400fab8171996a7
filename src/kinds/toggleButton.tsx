import { chakra } from '@chakra-ui/react/styled-system'

/** A button that stays pressed: a day of the week, a yes or no beside others. */
export const ToggleButton = chakra('button', {
  base: {
    minWidth: '2.75rem',
    minHeight: 'control',
    px: '2',
    borderRadius: 'md',
    borderWidth: '1px',
    borderColor: 'border.control',
    bg: 'bg.panel',
    color: 'fg.muted',
    fontSize: 'sm',
    fontWeight: 'medium',
    '&[aria-pressed="true"]': { bg: 'accent.subtle', borderColor: 'accent.solid', color: 'accent.fg' },
    '&[aria-disabled="true"]': { opacity: 0.7 },
  },
})
