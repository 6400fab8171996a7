import type { SystemStyleObject } from '@chakra-ui/react/styled-system'

/** How every box that takes a value looks; inputs of the value kinds use it for controls of their own. */
export const fieldLook: SystemStyleObject = {
  width: '100%',
  minHeight: 'control',
  px: '2.5',
  bg: 'bg.panel',
  color: 'fg',
  borderWidth: '1px',
  borderColor: 'border.control',
  borderRadius: 'md',
  fontSize: 'var(--control-font)',
  lineHeight: '1.25rem',
  transition: 'border-color 120ms, box-shadow 120ms',
  _hover: { borderColor: 'fg.subtle' },
  '&:focus-visible, &:focus-within': {
    outline: '2px solid {colors.accent.focusRing}',
    outlineOffset: '-1px',
    borderColor: 'accent.focusRing',
  },
  '&[aria-invalid="true"]': { borderColor: 'danger.solid', '&:focus-visible': { outlineColor: 'danger.focusRing' } },
  '&:disabled': { bg: 'bg.muted', color: 'fg.muted', borderColor: 'border.emphasized', opacity: 1 },
  '&:read-only:not(select, :disabled)': { bg: 'bg.subtle', borderColor: 'border.emphasized' },
}
