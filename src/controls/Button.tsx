import { chakra } from '@chakra-ui/react/styled-system'
import type { ComponentProps, ReactNode } from 'react'
import { Spinner } from './Spinner.tsx'

const Root = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '2',
    flexShrink: 0,
    minHeight: 'control',
    borderRadius: 'md',
    borderWidth: '1px',
    borderColor: 'transparent',
    fontSize: 'md',
    fontWeight: 'medium',
    lineHeight: '1.25rem',
    whiteSpace: 'nowrap',
    textDecoration: 'none',
    userSelect: 'none',
    transitionProperty: 'background-color, border-color, color',
    transitionDuration: 'fast',
    colorPalette: 'accent',
    '& svg': { width: '1rem', height: '1rem', flexShrink: 0 },
    '&:disabled, &[aria-disabled="true"]': { opacity: 0.55 },
  },
  variants: {
    look: {
      solid: { bg: 'colorPalette.solid', color: 'colorPalette.contrast', '&:hover:not(:disabled)': { bg: 'colorPalette.hover' } },
      outline: {
        bg: 'bg.panel',
        color: 'fg',
        borderColor: 'border.emphasized',
        '&:hover:not(:disabled)': { bg: 'bg.muted' },
        '&[aria-expanded="true"]': { bg: 'bg.muted' },
      },
      subtle: { bg: 'colorPalette.subtle', color: 'colorPalette.fg', '&:hover:not(:disabled)': { bg: 'colorPalette.muted' } },
      ghost: {
        bg: 'transparent',
        color: 'fg.muted',
        '&:hover:not(:disabled)': { bg: 'bg.muted', color: 'fg' },
        '&[aria-expanded="true"], &[aria-pressed="true"]': { bg: 'bg.emphasized', color: 'fg' },
      },
      link: { color: 'colorPalette.fg', minHeight: 'auto', px: '0', '&:hover:not(:disabled)': { textDecoration: 'underline' } },
    },
    size: { md: { px: '3.5' }, sm: { px: '2.5', minHeight: '1.75rem', fontSize: 'sm' } },
    square: { true: { px: '0', width: 'control', minWidth: 'control' } },
  },
  compoundVariants: [{ size: 'sm', square: true, css: { width: '1.75rem', minWidth: '1.75rem' } }],
  defaultVariants: { look: 'outline', size: 'md' },
})

type RootProps = ComponentProps<typeof Root>

export interface ButtonProps extends Omit<RootProps, 'square'> {
  readonly icon?: ReactNode
  /** Shows a spinner in the icon's place and refuses further clicks; the width does not change. */
  readonly busy?: boolean
  /** Red, for what removes or cannot be taken back. */
  readonly danger?: boolean
}

/** A button; `look` is solid (the page's one main action), outline (default), subtle, ghost or link. */
export function Button({ icon, busy = false, danger = false, children, disabled, type = 'button', ...rest }: ButtonProps) {
  return (
    <Root
      type={type}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      {...(danger ? { colorPalette: 'danger' } : {})}
      {...rest}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </Root>
  )
}

export interface IconButtonProps extends Omit<RootProps, 'children' | 'square' | 'aria-label'> {
  /** What it does: read aloud and shown as its tip. */
  readonly label: string
  readonly children: ReactNode
  readonly busy?: boolean
  readonly danger?: boolean
  /** Keys that do the same, shown in the tip. */
  readonly keys?: string
}

/** A button that shows only an icon (its child). */
export function IconButton({
  label,
  children,
  busy = false,
  danger = false,
  keys,
  disabled,
  look = 'ghost',
  type = 'button',
  ...rest
}: IconButtonProps) {
  return (
    <Root
      type={type}
      square
      look={look}
      aria-label={label}
      aria-busy={busy || undefined}
      data-tip={keys ? `${label} (${keys})` : label}
      disabled={disabled || busy}
      {...(danger ? { colorPalette: 'danger' } : {})}
      {...rest}
    >
      {busy ? <Spinner /> : children}
    </Root>
  )
}

/** Looks of a button for a link: `<ButtonLink as={Link} to="/produtos/create">`. */
export function ButtonLink({
  icon,
  children,
  danger = false,
  ...rest
}: Omit<ButtonProps, 'busy'> & { readonly to?: unknown; readonly href?: string; readonly download?: string }) {
  return (
    <Root as="a" {...(danger ? { colorPalette: 'danger' } : {})} {...rest}>
      {icon}
      {children}
    </Root>
  )
}
