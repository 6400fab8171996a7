import { chakra } from '@chakra-ui/react/styled-system'
import { Minus, Pencil, Plus } from 'lucide-react'
import type { ChangedSubject, ChangeKind } from '../../scripts/describe/changes/changeLine.ts'
import { Chip } from '../../src/controls/Chip.tsx'
import { Code } from '../pages/table.tsx'

const looks = {
  added: { title: 'Entrou', tone: 'positive', icon: Plus },
  changed: { title: 'Mudou', tone: 'info', icon: Pencil },
  removed: { title: 'Saiu', tone: 'danger', icon: Minus },
} as const satisfies Record<ChangeKind, unknown>

const Card = chakra('article', {
  base: { bg: 'bg.panel', borderWidth: '1px', borderColor: 'border', borderRadius: 'md', px: '4', py: '3' },
})
const Head = chakra('h3', {
  base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2', fontWeight: 'semibold', minWidth: 0 },
})
const Lines = chakra('ul', {
  base: {
    mt: '2',
    display: 'flex',
    flexDirection: 'column',
    gap: '1',
    '& > li': { display: 'flex', gap: '2', textStyle: 'table' },
    '& svg': { boxSize: '0.875rem', flexShrink: 0, mt: '0.1875rem', color: 'colorPalette.fg' },
  },
})

/** Shows the changes of one register, screen, message or permission. */
export function SubjectCard({ subject }: { readonly subject: ChangedSubject }) {
  const { title, tone, icon: Icon } = looks[subject.kind]
  return (
    <Card>
      <Head>
        <Chip tone={tone} icon={<Icon aria-hidden />}>
          {title}
        </Chip>
        <span>{subject.title}</span>
        <Code>{subject.name}</Code>
      </Head>
      {subject.lines.length > 0 ? (
        <Lines>
          {subject.lines.map(({ kind, text }) => {
            const { title: says, tone: lineTone, icon: LineIcon } = looks[kind]
            return (
              <chakra.li key={`${kind} ${text}`} colorPalette={lineTone}>
                <LineIcon role="img" aria-label={says} />
                <span>{text}</span>
              </chakra.li>
            )
          })}
        </Lines>
      ) : null}
    </Card>
  )
}
