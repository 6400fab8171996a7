import { chakra } from '@chakra-ui/react/styled-system'
import type { LinkGroup } from './useLinks.ts'

const Item = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2',
    width: '100%',
    minHeight: '2rem',
    px: '2',
    borderRadius: 'sm',
    textAlign: 'start',
    _hover: { bg: 'bg.muted' },
    _pressed: { bg: 'accent.subtle', color: 'accent.fg', fontWeight: 'medium' },
  },
})

interface Props {
  readonly title: string
  /** Word for no group in particular. */
  readonly all: string
  readonly groups: readonly LinkGroup[]
  readonly chosen: string
  readonly total: number
  countIn(group: string): number
  onChoose(group: string): void
}

/** Groups with how many of each are ticked; one is open. */
export function LinkGroupList({ title, all, groups, chosen, total, countIn, onChoose }: Props) {
  const entries = [{ key: '', label: all, count: total }, ...groups.map(group => ({ ...group, count: countIn(group.key) }))]
  return (
    <chakra.nav aria-label={title} overflow="auto" maxHeight="24rem" tabIndex={-1}>
      {entries.map(({ key, label, count }) => (
        <Item key={key} type="button" aria-pressed={key === chosen} onClick={() => onChoose(key)}>
          <chakra.span flex="1" minWidth="0" overflowWrap="anywhere">
            {label}
          </chakra.span>
          {count > 0 && (
            <chakra.span color="fg.muted" fontVariantNumeric="tabular-nums">
              {count}
            </chakra.span>
          )}
        </Item>
      ))}
    </chakra.nav>
  )
}
