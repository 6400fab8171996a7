import type {
  AutomationDefinition,
  DocumentDefinition,
  FilterDefinition,
  ImportDefinition,
  KindsDefinition,
  LimitsDefinition,
  MenuDefinition,
  MessagesDefinition,
  NoticeDefinition,
  PermissionsDefinition,
  RegisterDefinition,
  RegisterUiDefinition,
  ReportDefinition,
  ReportUiDefinition,
  RoleDefinition,
  ScreenDefinition,
} from '../../generated/definitions.ts'
import { inheritQueries } from './inheritQueries.ts'
import type { Source } from './source.ts'

/** Which meta-schema a file obeys. */
export type DefinitionKind =
  | 'register'
  | 'register-ui'
  | 'screen'
  | 'import'
  | 'report'
  | 'report-ui'
  | 'filter'
  | 'menu'
  | 'messages'
  | 'permissions'
  | 'role'
  | 'kinds'
  | 'limits'
  | 'notice'
  | 'automation'
  | 'document'
  | 'shared'

/** The kind of a file: a definition, or the SQL beside one. */
export type FileKind = DefinitionKind | 'sql'

/** One definition: its file and what the file says. */
export interface Definition<T> {
  readonly name: string
  readonly source: Source
  readonly value: T
}

/** A register's two files. */
export interface RegisterSource extends Definition<RegisterDefinition> {
  readonly area: string
  readonly ui?: Definition<RegisterUiDefinition>
}

/** A query and its SQL, whose value is the text. */
export interface QuerySource extends Definition<ReportDefinition> {
  readonly sql?: Definition<string>
  /** The beginning of each of its statements, where it is that of the query that it is like. */
  readonly before?: string
  /** Its own words, where it takes others over from the query that it is like: those are checked there. */
  readonly written?: ReportDefinition
}

/** All definitions, sorted by what they are; only those of a right shape. */
export interface Definitions {
  readonly registers: ReadonlyMap<string, RegisterSource>
  /** UI schemas whose register is missing. */
  readonly orphans: readonly Definition<RegisterUiDefinition>[]
  readonly screens: ReadonlyMap<string, Definition<ScreenDefinition>>
  readonly imports: ReadonlyMap<string, Definition<ImportDefinition>>
  readonly notices: ReadonlyMap<string, Definition<NoticeDefinition>>
  readonly automations: ReadonlyMap<string, Definition<AutomationDefinition>>
  readonly documents: ReadonlyMap<string, Definition<DocumentDefinition>>
  readonly queries: ReadonlyMap<string, QuerySource>
  /** SQL whose query is missing. */
  readonly strays: readonly Definition<string>[]
  readonly reports: ReadonlyMap<string, Definition<ReportUiDefinition>>
  readonly filters: ReadonlyMap<string, Definition<FilterDefinition>>
  readonly menu: Definition<MenuDefinition> | undefined
  readonly messages: readonly Definition<MessagesDefinition>[]
  readonly permissions: readonly Definition<PermissionsDefinition>[]
  readonly roles: ReadonlyMap<string, Definition<RoleDefinition>>
  readonly kinds: Definition<KindsDefinition> | undefined
  readonly limits: Definition<LimitsDefinition> | undefined
  /** Files whose name an earlier one has: they are left out. */
  readonly twins: readonly DuplicateFile[]
}

/** A file and the one whose name it repeats. */
export interface DuplicateFile {
  readonly name: string
  readonly source: Source
  readonly first: Source
}

const patterns: readonly (readonly [FileKind, RegExp])[] = [
  ['register', /^registers\/([^/]+)\/([^/]+)\.schema\.json$/],
  ['register-ui', /^registers\/([^/]+)\/([^/]+)\.ui\.json$/],
  ['screen', /^screens\/(?:(.+)\/)?([^/.]+)\.json$/],
  ['import', /^imports\/(?:(.+)\/)?([^/]+)\.json$/],
  ['notice', /^notices\/(?:(.+)\/)?([^/]+)\.json$/],
  ['automation', /^automations\/(?:(.+)\/)?([^/]+)\.json$/],
  ['document', /^documents\/(?:(.+)\/)?([^/.]+)\.json$/],
  ['report', /^reports\/(?:(.+)\/)?([^/]+)\.schema\.json$/],
  ['report-ui', /^reports\/(?:(.+)\/)?([^/]+)\.ui\.json$/],
  ['sql', /^reports\/(?:(.+)\/)?([^/]+)\.sql$/],
  ['filter', /^filters\/(?:(.+)\/)?([^/]+)\.json$/],
  ['messages', /^messages\/(?:(.+)\/)?([^/]+)\.json$/],
  ['permissions', /^permissions\/(?:(.+)\/)?([^/]+)\.schema\.json$/],
  ['role', /^roles\/(?:(.+)\/)?([^/]+)\.json$/],
  ['menu', /^()(menu)\.json$/],
  ['kinds', /^()(kinds)\.json$/],
  ['limits', /^()(limits)\.json$/],
  ['shared', /^shared\/(?:(.+)\/)?([^/]+)\.json$/],
]

/** Returns the kind of a file by its path; nothing for a file that is no definition this model reads. */
export function fileKindOf(path: string): { kind: FileKind; area: string; name: string } | undefined {
  for (const [kind, pattern] of patterns) {
    const match = pattern.exec(path)
    if (match) return { kind, area: match[1] ?? '', name: match[2] ?? '' }
  }
  return undefined
}

/** Sorts sources of a right shape into the collection. The casts are what the shape check has proven. */
export function collectDefinitions(sources: readonly Source[]): Definitions {
  const of = <T>(kind: FileKind): (Definition<T> & { area: string })[] =>
    sources.flatMap(source => {
      const it = fileKindOf(source.path)
      return it?.kind === kind ? [{ name: it.name, area: it.area, source, value: source.value as T }] : []
    })
  const twins: DuplicateFile[] = []
  const byName = <T extends { name: string; source: Source }>(all: readonly T[]): Map<string, T> => {
    const map = new Map<string, T>()
    for (const each of all) {
      const first = map.get(each.name)
      if (first) twins.push({ name: each.name, source: each.source, first: first.source })
      else map.set(each.name, each)
    }
    return map
  }
  const uis = of<RegisterUiDefinition>('register-ui')
  const registers = of<RegisterDefinition>('register').map((register): RegisterSource => {
    const ui = uis.find(each => each.name === register.name)
    return ui === undefined ? register : { ...register, ui }
  })
  const known = byName(registers)
  const sqls = of<string>('sql')
  const queries = of<ReportDefinition>('report').map((query): QuerySource => {
    const sql = sqls.find(each => each.name === query.name)
    return sql === undefined ? query : { ...query, sql }
  })
  const calls = inheritQueries(byName(queries))
  return {
    registers: known,
    orphans: uis.filter(ui => !known.has(ui.name)),
    screens: byName(of<ScreenDefinition>('screen')),
    imports: byName(of<ImportDefinition>('import')),
    notices: byName(of<NoticeDefinition>('notice')),
    automations: byName(of<AutomationDefinition>('automation')),
    documents: byName(of<DocumentDefinition>('document')),
    queries: calls,
    strays: sqls.filter(sql => !calls.has(sql.name)),
    reports: byName(of<ReportUiDefinition>('report-ui')),
    filters: byName(of<FilterDefinition>('filter')),
    menu: of<MenuDefinition>('menu')[0],
    messages: of<MessagesDefinition>('messages'),
    permissions: of<PermissionsDefinition>('permissions'),
    roles: byName(of<RoleDefinition>('role')),
    kinds: of<KindsDefinition>('kinds')[0],
    limits: of<LimitsDefinition>('limits')[0],
    twins,
  }
}
