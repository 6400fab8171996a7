/** Words that may stand right before a bracket without being called. */
const words: ReadonlySet<string> = new Set(
  'and any array as by case check coalesce distinct else identity in include is key not null nullif on or select then unique using when where with'.split(
    ' ',
  ),
)
const types: ReadonlySet<string> = new Set('bit bpchar char character interval numeric time timestamp varchar varying'.split(' '))
const methods: ReadonlySet<string> = new Set('brin btree gin gist hash'.split(' '))

/** Functions that the product calls in defaults, generated columns, conditions and indexes: none reaches outside of the row. */
const functions: ReadonlySet<string> = new Set([
  ...'btrim current_setting date_part date_trunc greatest least left length lower ltrim now nextval octet_length replace right round rtrim'.split(
    ' ',
  ),
  ...'string_to_array substr to_tsvector translate upper'.split(' '),
  ...'public.f_busca public.f_da_loja public.f_palavras public.f_unaccent'.split(' '),
])

const NAME = String.raw`(?:"[^"]*"|[a-z_][\w$]*)(?: \. (?:"[^"]*"|[a-z_][\w$]*))?`
const ONE = String.raw`(?:"[^"]*"|[a-z_][\w$]*)`

/** The forms of a statement, its parts with a blank between them and texts left empty. */
const forms = [
  `create schema if not exists ${ONE}`,
  `create sequence ${NAME} [a-z0-9 -]+`,
  String.raw`create (?:unlogged )?table ${NAME} \( .*\)(?: with \( [\w ,=.]+ \))?`,
  `alter table ${NAME} alter column ${ONE} set storage (?:plain|external|main|extended)`,
  `alter table ${NAME} add constraint ${ONE} (?:primary|unique|check|foreign) .*`,
  `alter table ${NAME} (?:enable|force) row level security`,
  String.raw`create (?:unique )?index ${ONE} on ${NAME} using [a-z]+ \( .*`,
  `create view ${NAME} as select .* ;?`,
  `create policy ${ONE} on ${NAME} as (?:permissive|restrictive) for (?:all|select|insert|update|delete) to .*`,
  String.raw`comment on (?:column|table|view|index|sequence) ${NAME}(?: \. ${ONE})? is ''`,
  String.raw`comment on function ${NAME} \( [\w ,"\[\]]*\) is ''`,
].map(form => new RegExp(`^${form}$`, 's'))

const refused: ReadonlySet<string> = new Set('call copy do execute operator program returning'.split(' '))

const parts =
  /'(?:''|[^'])*'|"(?:""|[^"])*"|[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*|\d+(?:\.\d+)?|::|[-+*/<>=~!@#%^&|?]+|[()[\],.;:]/g

/**
 * A statement that makes a part of a database, put together again from nothing but the parts that were understood.
 * @throws Error with its beginning where it is anything else, calls anything that it has no use for, or holds what PostgreSQL may read otherwise
 */
export function checkedStatement(text: string): string {
  const read = text.match(parts) ?? []
  const why = text.replace(parts, '').trim() === '' ? whatIsOdd(read) : 'it holds signs that none of them has'
  if (why !== undefined)
    throw new Error(`"${text.slice(0, 120).replaceAll('\n', ' ')}" is no statement that makes a part of the product: ${why}.`)
  return read.join(' ')
}

function whatIsOdd(read: readonly string[]): string | undefined {
  if (read.some(part => /--|\/\*|\*\//.test(part) && !/^['"]/.test(part))) return 'it holds a comment'
  const plain = read.map(part => (part.startsWith("'") ? "''" : part.startsWith('"') ? part : part.toLowerCase()))
  if (!forms.some(form => form.test(plain.join(' ')))) return 'it is of no form that these have'
  const word = plain.find(part => refused.has(part))
  if (word !== undefined) return `it says ${word}`
  if (plain.slice(0, -1).includes(';')) return 'it is more than one'
  const called = plain.flatMap((part, at) => (part === '(' ? calledBefore(plain, at) : [])).find(name => !functions.has(name))
  return called === undefined ? undefined : `it calls ${called}`
}

/** The name of what is called by this bracket, if anything is. */
function calledBefore(read: readonly string[], at: number): string[] {
  const last = read[at - 1] ?? ''
  if (!/^["a-z_\u0080-\uffff]/.test(last)) return []
  const dotted = read[at - 2] === '.'
  if (!dotted && (words.has(last) || types.has(last))) return []
  const before = read[at - (dotted ? 4 : 2)] ?? ''
  if (!dotted && before === 'using' && methods.has(last)) return []
  // A table's name and its columns; the arguments of the function that a note is on.
  if (before === 'table' || before === 'references' || (before === 'function' && read[0] === 'comment')) return []
  return [(dotted ? `${read[at - 3]}.${last}` : last).replaceAll('"', '')]
}
