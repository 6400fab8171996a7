/** A generated story: part of a register, state, and viewer. Shared by the indexer and the page. */
export interface Scene {
  readonly exportName: string
  readonly title: string
  readonly view: 'list' | 'form'
  /** The look in place of the list. */
  readonly look?: string
  readonly state:
    | 'few'
    | 'empty'
    | 'many'
    | 'loading'
    | 'error'
    | 'create'
    | 'edit'
    | 'show'
    | 'problems'
    | 'filter'
    | 'mass'
    | 'refused'
    | 'view'
    | 'images'
    | 'ask'
    | 'askMissing'
    | 'shown'
    | 'shownNone'
    | 'inPlace'
    | 'edited'
    | 'bar'
    | 'barRefused'
    | 'row'
    | 'facts'
    | 'required'
  readonly role: Role
}

export type Role = 'administrator' | 'owner' | 'employee' | 'nobody'

export const roles: readonly { readonly role: Role; readonly title: string }[] = [
  { role: 'administrator', title: 'Administrador' },
  { role: 'owner', title: 'Proprietário' },
  { role: 'employee', title: 'Funcionário' },
]

const states = [
  { view: 'list', state: 'few', title: 'Lista: poucas linhas' },
  { view: 'list', state: 'empty', title: 'Lista: vazia' },
  { view: 'list', state: 'many', title: 'Lista: muitas linhas' },
  { view: 'list', state: 'loading', title: 'Lista: carregando' },
  { view: 'list', state: 'error', title: 'Lista: erro' },
  { view: 'form', state: 'create', title: 'Formulário: novo' },
  { view: 'form', state: 'edit', title: 'Formulário: edição' },
  { view: 'form', state: 'show', title: 'Formulário: consulta' },
  { view: 'form', state: 'problems', title: 'Formulário: com erros' },
] as const

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** The filter panel is the same for all who see the list: it is shown once. */
const filter: Scene = {
  exportName: 'ListFilter',
  title: 'Lista: filtros',
  view: 'list',
  state: 'filter',
  role: 'administrator',
}

/** Every scene of a register; the last one is what somebody without the permission meets. */
export const scenes: readonly Scene[] = [
  ...states.flatMap(({ view, state, title }) =>
    roles.map(({ role, title: who }) => ({
      exportName: `${capital(view)}${capital(state)}${capital(role)}`,
      title: `${title} · ${who}`,
      view,
      state,
      role,
    })),
  ),
  filter,
  { exportName: 'ListForbidden', title: 'Lista: sem permissão', view: 'list', state: 'few', role: 'nobody' },
]

const lookTitles: Readonly<Record<string, string>> = {
  board: 'Quadro',
  calendar: 'Calendário',
  gallery: 'Galeria',
  pivot: 'Tabela dinâmica',
}

/** Scenes of the other looks that a register's UI schema has. */
export const lookScenes = (looks: object = {}): readonly Scene[] =>
  Object.keys(looks).flatMap(look =>
    (['few', 'empty'] as const).map(state => ({
      exportName: `Look${capital(look)}${capital(state)}`,
      title: `${lookTitles[look] ?? look}: ${state === 'few' ? 'com registros' : 'vazio'}`,
      view: 'list',
      look,
      state,
      role: 'administrator',
    })),
  )
