import { chakra } from '@chakra-ui/react/styled-system'
import type { ComponentProps, ReactNode } from 'react'
import './button.css'
import { Spinner } from './Spinner.tsx'

/** Without a style of its own: what callers say goes before the style sheet. */
const Root = chakra('button')

interface Look {
  readonly look?: 'solid' | 'outline' | 'subtle' | 'ghost' | 'link' | undefined
  readonly size?: 'md' | 'sm' | undefined
  /** Red, for what removes or cannot be taken back. */
  readonly danger?: boolean | undefined
  readonly className?: string | undefined
}

function classOf({ look = 'outline', size, danger, className }: Look, square = false): string {
  const names = ['button', `is-${look}`]
  // A link has no room around it but what its size gives.
  if (size === 'sm') names.push('is-small')
  if (square) names.push('is-square')
  if (danger) names.push('is-danger')
  if (className) names.push(className)
  return names.join(' ')
}

type RootProps = Omit<ComponentProps<typeof Root>, keyof Look>

export interface ButtonProps extends RootProps, Look {
  readonly icon?: ReactNode
  /** Shows a spinner in the icon's place and refuses further clicks; the width does not change. */
  readonly busy?: boolean
}

/** A button; `look` is solid (the page's one main action), outline (default), subtle, ghost or link. */
export function Button(props: ButtonProps) {
  const { icon, busy = false, look, size, danger, className, children, disabled, type = 'button', ...rest } = props
  return (
    <Root
      type={type}
      className={classOf({ look, size, danger, className })}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      {...rest}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </Root>
  )
}

export interface IconButtonProps extends Omit<RootProps, 'children' | 'aria-label'>, Look {
  /** Its action: read aloud and shown as its tip. */
  readonly label: string
  readonly children: ReactNode
  readonly busy?: boolean
  /** Keys that do the same, shown in the tip. */
  readonly keys?: string
}

/** A button that shows only an icon (its child). */
export function IconButton(props: IconButtonProps) {
  const {
    label,
    children,
    busy = false,
    look = 'ghost',
    size,
    danger,
    className,
    keys,
    disabled,
    type = 'button',
    ...rest
  } = props
  return (
    <Root
      type={type}
      className={classOf({ look, size, danger, className }, true)}
      aria-label={label}
      aria-busy={busy || undefined}
      data-tip={keys ? `${label} (${keys})` : label}
      disabled={disabled || busy}
      {...rest}
    >
      {busy ? <Spinner /> : children}
    </Root>
  )
}

/** Looks of a button for a link: `<ButtonLink as={Link} to="/produtos/create">`. */
export function ButtonLink(
  props: Omit<ButtonProps, 'busy'> & {
    readonly to?: unknown
    readonly href?: string
    readonly download?: string
    readonly target?: string
    readonly rel?: string
  },
) {
  const { icon, children, look, size, danger, className, ...rest } = props
  return (
    <Root as="a" className={classOf({ look, size, danger, className })} {...rest}>
      {icon}
      {children}
    </Root>
  )
}
