import type { Refinement } from '../../../src/kinds/kind.ts'
import { messageTexts } from '../../../src/model/formatMessage.ts'
import type { Flag, Import, Message, Model, Screen } from '../../../src/model/model.ts'
import type { Query, Report } from '../../../src/model/report.ts'
import { describeGate } from '../gate.ts'
import { inQuotes } from '../phrase.ts'
import {
  type ChangedSubject,
  type ChangeLine,
  type ChangeSection,
  changedLine,
  pairByName,
  sentenceChanges,
  textChange,
} from './changeLine.ts'
import { fieldLines, fieldPairs } from './field.ts'
import { registerSubjects } from './register.ts'
import { queryLines, reportLines } from './report.ts'

/** Everything that is not as it was between two Models, in words. Sections without news are left out. */
export function changesBetween(before: Model, after: Model): readonly ChangeSection[] {
  const sections: ChangeSection[] = [
    { title: 'Registros', subjects: registerSubjects(before, after) },
    { title: 'Telas', subjects: screenSubjects(before, after) },
    { title: 'Importações', subjects: importSubjects(before, after) },
    { title: 'Relatórios', subjects: reportSubjects(before, after) },
    { title: 'Chamadas de relatórios', subjects: querySubjects(before, after) },
    { title: 'Permissões', subjects: flagSubjects(before, after) },
    { title: 'Menu', subjects: menuSubjects(before, after) },
    { title: 'Mensagens', subjects: messageSubjects(before, after) },
    { title: 'Tipos de valor', subjects: kindSubjects(before, after) },
  ]
  return sections.filter(section => section.subjects.length > 0)
}

const whole = 'Outros detalhes da definição mudaram.'

/** Subjects of things that have a name: added, removed, or changed with the lines that say how. */
function subjects<T>(
  before: Readonly<Record<string, T>>,
  after: Readonly<Record<string, T>>,
  titleOf: (item: T, name: string) => string,
  linesOf: (before: T, after: T) => ChangeLine[],
): ChangedSubject[] {
  const pairs = pairByName(Object.entries(before), Object.entries(after), ([name]) => name)
  return pairs.flatMap(({ before: old, after: now }): ChangedSubject[] => {
    const [name = '', item] = now ?? old ?? []
    if (item === undefined) return []
    const title = titleOf(item, name)
    if (!old || !now) return [{ kind: now ? 'added' : 'removed', name, title, lines: [] }]
    if (JSON.stringify(old[1]) === JSON.stringify(now[1])) return []
    const lines = linesOf(old[1], now[1])
    return [{ kind: 'changed', name, title, lines: lines.length > 0 ? lines : [changedLine(whole)] }]
  })
}

const screenSubjects = (before: Model, after: Model): ChangedSubject[] =>
  subjects<Screen>(
    before.screens,
    after.screens,
    screen => screen.title,
    (old, now) => [
      ...textChange('Título', old.title, now.title),
      ...textChange('Endereço', old.path, now.path),
      ...textChange('Quem pode abrir', who(before, old), who(after, now)),
      ...fieldPairs(fieldsOf(old), fieldsOf(now)).flatMap(pair =>
        fieldLines(pair, { model: before, fields: fieldsOf(old) }, { model: after, fields: fieldsOf(now) }),
      ),
    ],
  )

const who = (model: Model, screen: Screen): string => (screen.public ? 'Todos, sem entrar' : describeGate(model, screen.gate))

const fieldsOf = ({ body }: Screen) => ('form' in body ? body.form.fields : [])

const columnsOf = ({ columns }: Import): string[] =>
  columns.map(({ title, required }) => (required ? `${title} (obrigatória)` : title))

/** Other headers by which a column is found. */
const aliasesOf = ({ columns }: Import): string[] =>
  columns.flatMap(({ title, aliases }) => aliases.map(alias => `${inQuotes(alias)} como ${inQuotes(title)}`))

/** Fields by the titles that the import shows. */
const titled = ({ columns }: Import, names: readonly string[]): string =>
  names.map(name => columns.find(column => column.name === name)?.title ?? name).join(' e ')

const keysOf = (load: Import): string[] => load.keys.map(names => titled(load, names))

const referencesOf = (model: Model, { register, references }: Import): string[] =>
  references.map(({ field }) => model.registers[register]?.fields.find(each => each.name === field)?.title ?? field)

const listsOf = (model: Model, { after }: Import): string | undefined => after && model.registers[after.register]?.title

const importSubjects = (before: Model, after: Model): ChangedSubject[] =>
  subjects<Import>(
    before.imports,
    after.imports,
    each => each.title,
    (old, now) => [
      ...textChange('Título', old.title, now.title),
      ...textChange('Endereço', old.path, now.path),
      ...textChange('Quem pode importar', describeGate(before, old.gate), describeGate(after, now.gate)),
      ...sentenceChanges('Coluna', columnsOf(old), columnsOf(now)),
      ...sentenceChanges('Reconhece registros por', keysOf(old), keysOf(now)),
      ...sentenceChanges('Acha ou cria', referencesOf(before, old), referencesOf(after, now)),
      ...textChange('Ao terminar cria', listsOf(before, old), listsOf(after, now)),
      ...sentenceChanges('Também reconhece', aliasesOf(old), aliasesOf(now)),
      ...textChange('Linhas por remessa', `${old.batch}`, `${now.batch}`),
      ...textChange('Etapa Filtrar', old.filter ? 'Sim' : 'Não', now.filter ? 'Sim' : 'Não'),
    ],
  )

const reportSubjects = (before: Model, after: Model): ChangedSubject[] =>
  subjects<Report>(
    before.reports,
    after.reports,
    report => report.title,
    (old, now) => [
      ...textChange('Título', old.title, now.title),
      ...textChange('Endereço', old.path, now.path),
      ...textChange('Quem pode abrir', describeGate(before, old.gate), describeGate(after, now.gate)),
      ...reportLines(old, now),
    ],
  )

const querySubjects = (before: Model, after: Model): ChangedSubject[] =>
  subjects<Query>(
    before.queries,
    after.queries,
    query => query.title,
    (old, now) => [
      ...textChange('Título', old.title, now.title),
      ...textChange('Endereço', old.path, now.path),
      ...textChange('Quem pode chamar', describeGate(before, old.gate), describeGate(after, now.gate)),
      ...queryLines(old, now),
    ],
  )

const flagSubjects = (before: Model, after: Model): ChangedSubject[] =>
  subjects<Flag>(
    byName(before.flags),
    byName(after.flags),
    flag => flag.title,
    (old, now) => [
      ...textChange('Título', old.title, now.title),
      ...textChange('Grupo', old.group, now.group),
      ...textChange('Ajuda', old.help, now.help),
    ],
  )

const byName = <T extends { readonly name: string }>(all: readonly T[]): Record<string, T> =>
  Object.fromEntries(all.map(each => [each.name, each]))

const menuSubjects = (before: Model, after: Model): ChangedSubject[] => {
  const groups = ({ menu }: Model) => Object.fromEntries(menu.map(group => [group.id, group]))
  return subjects(
    groups(before),
    groups(after),
    group => group.title,
    (old, now) => [
      ...textChange('Título', old.title, now.title),
      ...textChange('Quem vê', old.gate && describeGate(before, old.gate), now.gate && describeGate(after, now.gate)),
      ...sentenceChanges(
        'Item',
        old.items.map(item => item.title),
        now.items.map(item => item.title),
      ),
      ...pairByName(old.items, now.items, item => item.title).flatMap(({ before: was, after: is }) =>
        was && is
          ? textChange(`Quem vê o item ${inQuotes(is.title)}`, describeGate(before, was.gate), describeGate(after, is.gate))
          : [],
      ),
      ...orderLines(
        old.items.map(item => item.title),
        now.items.map(item => item.title),
      ),
    ],
  )
}

/** Tells whether what stayed stands in another order. */
function orderLines(before: readonly string[], after: readonly string[]): ChangeLine[] {
  const [old, now] = [before.filter(title => after.includes(title)), after.filter(title => before.includes(title))]
  return old.join('\n') === now.join('\n') ? [] : [changedLine(`Ordem dos itens: ${now.map(inQuotes).join(', ')}`)]
}

const messageSubjects = (before: Model, after: Model): ChangedSubject[] =>
  subjects<Message>(
    before.messages,
    after.messages,
    message => messageTexts(message).join(' · '),
    (old, now) => [
      ...textChange('Texto', messageTexts(old).join(' · '), messageTexts(now).join(' · ')),
      ...textChange('Quando', old.when, now.when),
      ...textChange('Tipo', old.kind, now.kind),
    ],
  )

const maskTexts = ({ masks = [] }: Refinement): string[] =>
  masks.map(mask => (typeof mask === 'string' ? mask : `${mask.mask} (${mask.when})`))

const kindSubjects = (before: Model, after: Model): ChangedSubject[] =>
  subjects(
    before.refinements,
    after.refinements,
    (refinement, name) => `${refinement.title} (${name})`,
    (old, now) => [
      ...textChange('Título', old.title, now.title),
      ...textChange('Forma', old.pattern, now.pattern),
      ...sentenceChanges('Máscara', maskTexts(old), maskTexts(now)),
    ],
  )
