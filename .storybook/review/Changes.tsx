import { chakra } from '@chakra-ui/react/styled-system'
import { GitCompare } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import type { ChangeKind, ChangeSection } from '../../scripts/describe/changes/changeLine.ts'
import { withCount } from '../../scripts/describe/phrase.ts'
import type { Impact, Review } from '../../scripts/review/review.ts'
import { formatDateTime } from '../../src/base/dates.ts'
import { foldText } from '../../src/base/text.ts'
import { Banner } from '../../src/controls/Banner.tsx'
import { EmptyState } from '../../src/controls/EmptyState.tsx'
import { Choose, PageBody, PageLayout, SearchTool } from '../pages/PageLayout.tsx'
import { Code } from '../pages/table.tsx'
import { SubjectCard } from './SubjectCard.tsx'
import { TablesPlanBlock } from './TablesPlanBlock.tsx'

const Stack = chakra('div', { base: { display: 'flex', flexDirection: 'column', gap: '2', mt: '2' } })

const Steps = chakra('ol', {
  base: {
    listStyleType: 'decimal',
    ps: '8',
    pe: '4',
    py: '2',
    bg: 'bg.panel',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'md',
    '& > li': { py: '1' },
  },
})

const kinds = [
  { id: '', title: 'Tudo' },
  { id: 'added', title: 'Entrou' },
  { id: 'changed', title: 'Mudou' },
  { id: 'removed', title: 'Saiu' },
]

/** Shows the changes of the configuration since a moment, their effect on the data, and the needs of the tables. */
export function Changes({ review }: { readonly review: Review | null }) {
  return review ? <ReviewPage review={review} /> : <NoReview />
}

function NoReview() {
  return (
    <chakra.main minHeight="100dvh" display="grid" placeItems="center" bg="bg">
      <EmptyState
        page
        icon={<GitCompare />}
        title="Nenhuma revisão feita."
        text={
          <>
            Diga desde quando comparar e abra o Storybook de novo. Com DATABASE_URL, o efeito nos dados também aparece.
            <chakra.pre mt="3" p="3" borderRadius="md" bg="bg.muted" color="fg" textAlign="start" whiteSpace="pre-wrap">
              npm run review -- main --json .cache/review.json
            </chakra.pre>
          </>
        }
      />
    </chakra.main>
  )
}

function ReviewPage({ review }: { readonly review: Review }) {
  const [search, setSearch] = useState('')
  const [kind, setKind] = useState('')
  const sections = useMemo(() => found(review.sections, search, kind), [review, search, kind])
  const total = review.sections.reduce((sum, section) => sum + section.subjects.length, 0)
  const whole = search === '' && kind === ''
  return (
    <PageLayout
      title={`Mudanças desde ${review.ref}`}
      note={`${withCount(total, 'mudança', 'mudanças')} · de ${formatDateTime(review.since)} a ${formatDateTime(review.made)} · ${review.commit.slice(0, 10)}`}
      tools={
        <>
          <SearchTool label="Buscar nas mudanças" value={search} onChange={setSearch} />
          <Choose label="Tipo de mudança" options={kinds} value={kind} onChange={setKind} />
        </>
      }
    >
      <PageBody aria-label="Mudanças" tabIndex={0}>
        <Unread review={review} />
        {whole ? <ImpactBlock impact={review.impact} /> : null}
        {sections.map(section => (
          <Titled key={section.title} title={`${section.title} (${section.subjects.length})`}>
            {section.subjects.map(subject => (
              <SubjectCard key={`${subject.kind} ${subject.name}`} subject={subject} />
            ))}
          </Titled>
        ))}
        {sections.length === 0 ? (
          <EmptyState title={total === 0 ? 'Nada mudou.' : 'Nada encontrado.'} text="Nenhuma mudança com estas escolhas." />
        ) : null}
        {whole && review.plan ? (
          <Titled title="Plano das tabelas">
            <TablesPlanBlock plan={review.plan} />
          </Titled>
        ) : null}
        {whole && review.apply && review.apply.length > 0 ? (
          <Titled title="Para aplicar">
            <Steps>
              {review.apply.map(step => (
                <li key={step}>{step}</li>
              ))}
            </Steps>
          </Titled>
        ) : null}
      </PageBody>
    </PageLayout>
  )
}

function Titled({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div>
      <chakra.h2 textStyle="section">{title}</chakra.h2>
      <Stack>{children}</Stack>
    </div>
  )
}

function Unread({ review: { unread } }: { readonly review: Review }) {
  const all = [...unread.now, ...unread.past]
  if (all.length === 0) return null
  return (
    <Banner tone="warning" title="Definições que não puderam ser lidas ficam de fora">
      {all.map(text => (
        <p key={text}>
          <Code>{text}</Code>
        </p>
      ))}
    </Banner>
  )
}

function ImpactBlock({ impact }: { readonly impact: readonly Impact[] | undefined }) {
  if (!impact)
    return (
      <Banner tone="info" title="O efeito nos dados não foi medido">
        Faça a revisão com DATABASE_URL para contar as linhas atingidas.
      </Banner>
    )
  if (impact.length === 0) return <Banner tone="positive" title="Nenhuma linha é atingida" />
  return (
    <Titled title="Efeito nos dados">
      {impact.map(({ place, text, serious, examples }) => (
        <Banner key={`${place} ${text}`} tone={serious ? 'warning' : 'info'} title={`${place}: ${text}`}>
          {examples.length > 0 ? `Por exemplo: ${examples.join('; ')}` : null}
        </Banner>
      ))}
    </Titled>
  )
}

/** Returns the changes that a search and a kind leave. */
function found(sections: readonly ChangeSection[], search: string, kind: string): readonly ChangeSection[] {
  const query = foldText(search.trim())
  return sections
    .map(section => ({
      ...section,
      subjects: section.subjects.filter(
        subject =>
          (kind === '' || subject.kind === (kind as ChangeKind)) &&
          foldText([subject.title, subject.name, ...subject.lines.map(line => line.text)].join(' ')).includes(query),
      ),
    }))
    .filter(section => section.subjects.length > 0)
}
