/** The expectation of a story, told from its id (`registros-cadastros-unidades--list-few-owner`). */
export interface ExpectedStory {
  /** Something is meant to be on its way still. */
  readonly busy?: boolean
  /** Selectors that must be there, and such that must not. */
  readonly has?: readonly string[]
  readonly lacks?: readonly string[]
  /** The text that at least one role must meet. */
  readonly somebody?: string
  /** A text that must be read. */
  readonly says?: RegExp
}

/** Cards, and the tables of calendars and pivots. */
const looks = 'main :is([data-card] .look-card-title, td .look-event, .pivot td)'
const cells = ':is([role=gridcell], main tbody td)'
/** A picture with a sentence in place of rows. */
const instead = '#storybook-root [data-icon]'
const figures = '#storybook-root :is(table, [role=grid], [role=treegrid], [role=img])'
/** A register of one record a store has no list: its address opens the form. */
const list = '#storybook-root [role=grid]'
const form = '#storybook-root main form'
const failed = /O servidor não conseguiu responder agora|Erro ao buscar os dados/

/** Part of a control's sheet. */
const sheet = '#storybook-root main'

const dialog = 'dialog[open]'
/** The bar in which a row of a child list is typed. */
const bar = 'main form [role=group]'

/** The sheet of every kind of value. */
const kinds = '#storybook-root main section'

const states: readonly (readonly [RegExp, ExpectedStory])[] = [
  // Controls alone, in the states that each has.
  [/^controles-.*--disabled$/, { has: [`${sheet} :is(:disabled, [aria-disabled=true], [readonly])`] }],
  [/^controles-.*--invalid$/, { has: [`${sheet} [aria-invalid=true]`] }],
  [/^controles-.*--busy$/, { busy: true, has: [`${sheet} :is([aria-busy=true], [role=status], [role=progressbar])`] }],
  [/^controles-.*--open$/, { has: [':is(dialog[open], :popover-open)'] }],
  [/^controles-/, { has: [`${sheet} h1 + div > *`] }],
  // Every kind of value: several choices and a file among them.
  [/tipos-de-campo--empty$/, { has: [`${kinds} [type=checkbox]`, `${kinds} [type=file]`], lacks: [`${kinds} .chip`] }],
  [
    /tipos-de-campo--filled$/,
    { has: [`${kinds} .chip`, `${kinds} [type=file]`], says: /Várias escolhas[\s\S]*Contrato \d+\.pdf/ },
  ],
  [
    /tipos-de-campo--invalid$/,
    {
      lacks: [`${kinds}:not(:has([aria-invalid=true]))`],
      has: [`${kinds} [type=checkbox][aria-invalid=true]`],
      says: /Obrigatório/,
    },
  ],
  [/tipos-de-campo--read-only$/, { has: [`${kinds} [type=checkbox]:disabled`], says: /Contrato \d+\.pdf/ }],
  // Actions and the frame around pages.
  [/ações-dos-registros--ask$/, { has: [`${dialog} input`] }],
  [/ações-dos-registros--ask-missing$/, { has: [`${dialog} [aria-invalid=true]`] }],
  [/ações-dos-registros--shown$/, { has: [`${dialog} table`], says: /Vendas[\s\S]*Recebimentos/ }],
  [/ações-dos-registros--shown-none$/, { has: [dialog], lacks: [`${dialog} table`] }],
  [/ações-dos-registros--shown-in-place$/, { lacks: [dialog], says: /Recebimentos[\s\S]*Descrição/ }],
  [/ações-dos-registros--edited$/, { has: [`${dialog} [role=grid]`] }],
  [/ações-dos-registros--add-bar$/, { has: [bar], lacks: [`${bar} [aria-invalid=true]`] }],
  [/^telas-.*--refused$/, { has: ['#storybook-root form [aria-invalid=true]'], says: /Obrigatório|marque que concorda/ }],
  [/ações-dos-registros--add-bar-refused$/, { has: [`${bar} [aria-invalid=true]`] }],
  [/ações-dos-registros--row-dialog$/, { has: [`${dialog} [role=tab]`, `${dialog} [data-field=icms_cst] select`] }],
  [/ações-dos-registros--record-facts$/, { has: [`${form} dl`], says: /Corrigir parceiro/ }],
  [/ações-dos-registros--requirement$/, { has: [dialog], says: /Atenção[\s\S]*inscrição estadual/ }],
  [/moldura--invitations$/, { says: /2 convites/ }],
  [/moldura--unproved$/, { says: /Confirmar e-mail/ }],
  [/moldura--bell$/, { has: ['main [aria-haspopup=dialog]'] }],
  [/moldura--told$/, { has: ['main li button'], says: /Caixa 259 fechado com diferença/ }],
  [
    /moldura--arrange$/,
    { has: [`${dialog} [type=checkbox]:not(:checked)`], says: /Na página[\s\S]*Próximas contas[\s\S]*Ao lado/ },
  ],
  [/moldura--offered$/, { says: /Primeira vez aqui\?[\s\S]*Mostrar/ }],
  [/moldura--walk$/, { has: ['[data-tour-stop]', '[role=dialog]'], says: /Do número às vendas[\s\S]*1 de 1[\s\S]*Concluir/ }],
  [/moldura--left-out$/, { says: /fretes\.schema\.json:3:5/ }],
  [/moldura--star-(on|off)$/, { has: ['main [aria-pressed]'] }],
  [/moldura--(no-)?favourites$/, { has: [`${dialog} select`] }],
  [/convites--filled$/, { has: ['main li button'], says: /Padaria São João/ }],
  [/convites--empty$/, { has: [instead], lacks: ['main li button'] }],
  [/meus-avisos--filled$/, { has: ['main li button'], says: /Caixa fechado com diferença/ }],
  [/meus-avisos--empty$/, { has: [instead], lacks: ['main li button'] }],
  [
    /segurança-da-conta--filled$/,
    { has: ['main section li button'], says: /Ativo desde[\s\S]*Restam 8 códigos[\s\S]*2 aparelhos/ },
  ],
  [/segurança-da-conta--empty$/, { lacks: ['main section li'], says: /Não configurado[\s\S]*192\.168\.0\.10/ }],
  [/^documentos-.*--paper-?\d$/, { has: ['article'] }],
  [/^documentos-.*--not-made$/, { lacks: ['article'], says: /não conseguiu responder/ }],
  [/pedido--failed$/, { says: /Pedido não encontrado/ }],
  [/pedido--filled$/, { has: ['main table'], says: /Distribuidora Boa Mesa[\s\S]*522,00/ }],
  [/--look-\w+-few$/, { has: [looks], lacks: [instead] }],
  [/--look-calendar-empty$/, { lacks: [looks], says: /Nada neste período/ }],
  [/--look-\w+-empty$/, { has: [instead], lacks: [looks] }],
  [/--list-few-/, { has: [cells], lacks: [instead] }],
  [/--list-empty-/, { has: [instead], lacks: [cells], says: /(^|\s)0\s/ }],
  [/--list-many-/, { has: [cells], says: /10\.000/ }],
  [/--list-loading-/, { busy: true, has: ['[role=grid][aria-busy=true]'], lacks: [cells, instead] }],
  [/--list-error-/, { has: [instead], says: failed }],
  [/--form-(create|problems)-/, { has: ['form'] }],
  [/--form-edit-/, { has: ['main h1'], lacks: [instead], somebody: form }],
  [/--state-\d+$/, { has: ['main h1'], lacks: [instead] }],
  [/--form-show-/, { has: ['main h1'], lacks: [instead] }],
  [/--(filled|many)-/, { has: [figures], lacks: [instead] }],
  [/--empty-/, { has: [instead], lacks: [figures] }],
  [/--loading(-|$)/, { busy: true, has: ['[aria-busy=true]'] }],
  [/--failed-/, { says: failed }],
  [/--(list-)?forbidden$/, { says: /Página não encontrada|Você não pode|não tem acesso/ }],
]

/** Selectors that any story is asked about. */
export const selectors: readonly string[] = [
  ...new Set([list, form, ...states.flatMap(([, { has = [], lacks = [] }]) => [...has, ...lacks])]),
]

export const expectedOf = (id: string): ExpectedStory => states.find(([pattern]) => pattern.test(id))?.[1] ?? {}

/** Whether a story of a list shows the register's only record. */
export const isOnlyRecord = (id: string, seen: readonly string[]): boolean =>
  /--list-/.test(id) && seen.includes(form) && !seen.includes(list)

/** The heading that somebody meets who may not see the page. */
export const refusedHeading = /Página não encontrada/

/** Pages that not every register has: no one creates what the server alone writes. */
export const optionalStories = /--form-(create|problems)-/

/** Returns the differences of a story from its expectation, in words. */
export function problemsOfStory(expected: ExpectedStory, seen: readonly string[], text: string): string[] {
  return [
    ...(expected.has ?? []).filter(each => !seen.includes(each)).map(each => `without ${each}`),
    ...(expected.lacks ?? []).filter(each => seen.includes(each)).map(each => `with ${each}`),
    ...(expected.says && !expected.says.test(text) ? [`does not say ${expected.says}: ${text.slice(0, 200)}`] : []),
  ]
}
