import { formatDateTime } from '../../src/base/dates.ts'
import type { ChangeKind, ChangeSection } from '../describe/changes/changeLine.ts'
import { withCount } from '../describe/phrase.ts'
import type { Impact, Review, TablesPlan } from './review.ts'

const signs: Readonly<Record<ChangeKind, string>> = { added: '+', removed: '-', changed: '~' }

/** The review as text for a terminal; `sql` shows the plan's statements in place of their words. */
export function reviewText(review: Review, { sql = false }: { readonly sql?: boolean } = {}): string {
  const { ref, commit, since, sections, unread, drift = [], impact, plan, apply = [] } = review
  const lines = [
    `Configuração desde ${ref} (${commit.slice(0, 10)}, ${formatDateTime(new Date(since).toISOString())})`,
    ...(unread.past.length > 0
      ? [
          '',
          `${withCount(unread.past.length, 'problema', 'problemas')} nas definições de então; o que não pôde ser lido fica de fora:`,
          ...unread.past.map(indented),
        ]
      : []),
    ...(unread.now.length > 0
      ? [
          '',
          `${withCount(unread.now.length, 'problema', 'problemas')} nas definições de agora; o que não pôde ser lido fica de fora:`,
          ...unread.now.map(indented),
        ]
      : []),
    ...(sections.length === 0 ? ['', 'Nada mudou.'] : sections.flatMap(sectionLines)),
    ...(drift.length > 0 ? ['', 'A conferir na sua camada', ...drift.map(indented)] : []),
    ...(impact ? impactLines(impact) : ['', 'Sem DATABASE_URL: o efeito nos dados não foi medido.']),
    ...(plan ? planLines(plan, sql) : []),
    ...(apply.length > 0 ? ['', 'Para aplicar', ...apply.map((step, at) => `  ${at + 1}. ${step}`)] : []),
  ]
  return lines.join('\n')
}

const indented = (text: string): string => `  ${text}`

const sectionLines = ({ title, subjects }: ChangeSection): string[] => [
  '',
  `${title} (${subjects.length})`,
  ...subjects.flatMap(subject => [
    `  ${signs[subject.kind]} ${subject.title}${subject.title === subject.name ? '' : `  [${subject.name}]`}`,
    ...subject.lines.map(line => `      ${signs[line.kind]} ${line.text}`),
  ]),
]

const impactLines = (impact: readonly Impact[]): string[] => [
  '',
  'Efeito nos dados',
  ...(impact.length === 0 ? ['  Nenhuma linha é atingida.'] : []),
  ...impact.map(({ place, text, serious, examples }) => {
    const some = examples.length > 0 ? ` Por exemplo: ${examples.join('; ')}` : ''
    return `  ${serious ? '!' : '·'} ${place}: ${text}${some}`
  }),
]

const planLines = ({ migrations, words, steps, refusals, notices }: TablesPlan, sql: boolean): string[] => [
  '',
  'Plano das tabelas',
  ...migrations.map(name => `  migração ${name}`),
  ...(sql ? steps.map(step => `  ${step.replaceAll('\n', '\n  ')};`) : words.map(indented)),
  ...refusals.map(({ place, why, file, statement }) => `  ! ${place}: ${why}\n      ${file}: ${statement}`),
  ...notices.map(notice => `  · ${notice}`),
  ...(migrations.length + steps.length + refusals.length === 0 ? ['  As tabelas já estão como as definições pedem.'] : []),
]
