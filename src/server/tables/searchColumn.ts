import { columnOf } from '../../kinds/columns.ts'
import type { Field, Register } from '../../model/model.ts'
import { quotedIdentifier } from './sqlNames.ts'

/** Generated column that free-text search `q` looks in: words without accents as they are, and their Portuguese stems. */
export const searchColumn = '_busca'

/** Text by which a prefix is found: `lower(f_unaccent("nome")) LIKE 'agu%'` uses the index of the label. */
export const unaccentedSql = (column: string): string => `lower(f_unaccent(${column}))`

const accented = 'áàâãäåéèêëíìîïóòôõöúùûüçñýÿÁÀÂÃÄÅÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜÇÑÝŸ'
const plain = 'aaaaaaeeeeiiiiooooouuuucnyyAAAAAAEEEEIIIIOOOOOUUUUCNYY'

/**
 * Functions that the search stands on. `f_unaccent` is our own because the extension's is not immutable, and an index needs that.
 * `f_busca` turns text into search words. `f_procura` turns words that a person typed, each a prefix, into a query
 * that f_busca's words answer: `_busca @@ f_procura('agua 300')`.
 */
export const searchFunctions: readonly string[] = [
  `CREATE OR REPLACE FUNCTION public.f_unaccent(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
   RETURN translate($1, '${accented}', '${plain}')`,
  `CREATE OR REPLACE FUNCTION public.f_palavras(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
   RETURN translate(lower(public.f_unaccent($1)), './@-_:&|!()<>*''"\\,;+#%?=[]{}', repeat(' ', 30))`,
  `CREATE OR REPLACE FUNCTION public.f_busca(text) RETURNS tsvector LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
   RETURN to_tsvector('pg_catalog.simple'::regconfig, public.f_palavras($1)) || to_tsvector('pg_catalog.portuguese'::regconfig, public.f_palavras($1))`,
  `CREATE OR REPLACE FUNCTION public.f_procura(text) RETURNS tsquery LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
   RETURN to_tsquery('pg_catalog.simple'::regconfig, regexp_replace(regexp_replace(btrim(public.f_palavras($1)), '\\s+', ':* & ', 'g'), '(\\S)$', '\\1:*'))
       || plainto_tsquery('pg_catalog.portuguese'::regconfig, public.f_palavras($1))`,
]

/** Expression of the search column over these fields; undefined when nothing is searched. */
export const searchExpression = (fields: readonly Field[]): string | undefined => {
  if (fields.length === 0) return undefined
  const texts = fields.map(
    field => `coalesce(${columnOf(field.kind).searchText?.(quotedIdentifier(field.name), field) ?? "''"}, '')`,
  )
  return `f_busca(${texts.join(" || ' ' || ")})`
}

/** Whether the text of a field may be part of a generated column: casts that depend on the session may not. */
export const isSearchable = (field: Field): boolean =>
  field.search && field.stored && !field.secret && columnOf(field.kind).searchText !== undefined

export const searchedFields = (register: Register): readonly Field[] => register.fields.filter(isSearchable)
