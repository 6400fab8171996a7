import { chakra } from '@chakra-ui/react/styled-system'
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from './Button.tsx'
import type { Tone } from './theme/palette.ts'

const Root = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'flex-start',
    gap: '2.5',
    px: '3.5',
    py: '2.5',
    borderRadius: 'md',
    borderWidth: '1px',
    bg: 'colorPalette.subtle',
    borderColor: 'colorPalette.muted',
    color: 'fg',
    '& > svg': { boxSize: '1.125rem', flexShrink: 0, mt: '0.0625rem', color: 'colorPalette.fg' },
  },
})

export const toneIcon = {
  positive: CircleCheck,
  warning: TriangleAlert,
  danger: CircleAlert,
  info: Info,
  neutral: Info,
} as const satisfies Record<Tone, unknown>

export interface BannerProps {
  readonly tone: Tone
  readonly title?: string
  readonly children?: ReactNode
  /** Buttons: what to do about it. */
  readonly actions?: ReactNode
  readonly close?: { readonly label: string; act(): void }
  /** Whether it stands by for who comes to it and is not read aloud: one of many at once. */
  readonly quiet?: boolean
}

/** A message that stays where it concerns: an error of the page, a warning over a preview. */
export function Banner({ tone, title, children, actions, close, quiet }: BannerProps) {
  const Icon = toneIcon[tone]
  return (
    <Root role={quiet ? undefined : tone === 'danger' ? 'alert' : 'status'} colorPalette={tone}>
      <Icon aria-hidden />
      <chakra.div flex="1" minWidth="0">
        {title ? <chakra.p fontWeight="600">{title}</chakra.p> : null}
        {children ? <chakra.div color={title ? 'fg.muted' : 'fg'}>{children}</chakra.div> : null}
        {actions ? (
          <chakra.div display="flex" gap="2" flexWrap="wrap" mt="2">
            {actions}
          </chakra.div>
        ) : null}
      </chakra.div>
      {close ? (
        <IconButton label={close.label} size="sm" onClick={() => close.act()}>
          <X aria-hidden />
        </IconButton>
      ) : null}
    </Root>
  )
}
