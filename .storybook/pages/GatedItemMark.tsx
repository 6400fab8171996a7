import { chakra } from '@chakra-ui/react/styled-system'
import { PanelTop, Zap } from 'lucide-react'
import type { GatedItem } from '../../scripts/describe/appPages.ts'

const Box = chakra('abbr', {
  base: {
    display: 'inline-grid',
    placeItems: 'center',
    minWidth: '1.375rem',
    height: '1.375rem',
    borderRadius: 'sm',
    borderWidth: '1px',
    fontSize: '0.75rem',
    fontWeight: 'semibold',
    textDecoration: 'none',
    cursor: 'default',
    '& svg': { boxSize: '0.75rem' },
  },
  variants: {
    part: {
      alone: { bg: 'accent.solid', borderColor: 'accent.solid', color: 'accent.contrast' },
      together: { bg: 'bg.panel', borderStyle: 'dashed', borderColor: 'accent.focusRing', color: 'accent.fg' },
    },
  },
})

export const flagEffectTitles = { alone: 'abre sozinha', together: 'abre junto com outra' } as const

/** One thing that a permission opens: the first letter of an act, an icon for an action or a tab. */
export function GatedItemMark({ door, part }: { readonly door: GatedItem; readonly part: keyof typeof flagEffectTitles }) {
  const says = `${door.title}: ${flagEffectTitles[part]}`
  return (
    <Box part={part} role="img" aria-label={says} data-tip={says}>
      {door.kind === 'act' ? door.title.charAt(0) : door.kind === 'action' ? <Zap aria-hidden /> : <PanelTop aria-hidden />}
    </Box>
  )
}

const Line = chakra('ul', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '4',
    rowGap: '1',
    px: { base: '4', md: '6' },
    pb: '3',
    textStyle: 'note',
    '& > li': { display: 'flex', alignItems: 'center', gap: '1.5' },
  },
})

const letters: readonly GatedItem[] = ['Ver', 'Criar', 'Alterar', 'Excluir'].map(title => ({ id: title, kind: 'act', title }))
const others: readonly GatedItem[] = [
  { id: 'action', kind: 'action', title: 'Outra ação' },
  { id: 'part', kind: 'part', title: 'Aba do formulário' },
]

/** Explains the marks of the matrix. */
export function Legend() {
  return (
    <Line aria-label="Legenda">
      {[...letters, ...others].map(door => (
        <li key={door.id}>
          <GatedItemMark door={door} part="alone" /> {door.title}
        </li>
      ))}
      <li>
        <GatedItemMark door={{ id: 'together', kind: 'act', title: 'Criar' }} part="together" /> precisa de mais uma permissão
      </li>
    </Line>
  )
}
