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
 * that f_busca's words answer: `_busca @@ f_procura('agua 300')`. The words of a store's row begin with the store (`1~agua`), and so do those
 * of a query in it: an index that knew words alone would read those of all other stores, too. `f_nas_lojas` puts a query to several stores.
 */
export const searchFunctions: readonly string[] = [
  `CREATE OR REPLACE FUNCTION public.f_unaccent(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
   RETURN translate($1, '${accented}', '${plain}')`,
  `CREATE OR REPLACE FUNCTION public.f_palavras(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
   RETURN translate(lower(public.f_unaccent($1)), './@-_:&|!()<>*''"\\,;+#%?=[]{}', repeat(' ', 30))`,
  `CREATE OR REPLACE FUNCTION public.f_busca(text) RETURNS tsvector LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
   RETURN to_tsvector('pg_catalog.simple'::regconfig, public.f_palavras($1)) || to_tsvector('pg_catalog.portuguese'::regconfig, public.f_palavras($1))`,
  // Each word by itself: of all their stems at once, those of words that most texts have would be left out. Words that are their own
  // stems are found by their beginnings already: half of what the index would read.
  `CREATE OR REPLACE FUNCTION public.f_procura(text) RETURNS tsquery LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
   RETURN (SELECT coalesce(string_agg('(' || procura::text || ')', ' & ' ORDER BY lugar), '')::tsquery
     FROM (SELECT lugar, CASE WHEN numnode(radical) = 0 OR radical::text = '''' || palavra || '''' THEN inicio ELSE inicio || radical END procura
       FROM (SELECT lugar, palavra, plainto_tsquery('pg_catalog.portuguese'::regconfig, palavra) radical,
           to_tsquery('pg_catalog.simple'::regconfig, palavra || ':*') inicio
         FROM unnest(string_to_array(regexp_replace(btrim(public.f_palavras($1)), '\\s+', ' ', 'g'), ' '))
           WITH ORDINALITY AS p(palavra, lugar) WHERE palavra <> '') w) r
     WHERE numnode(procura) > 0)`,
  // Of words and of queries as text, where each word stands in quotes; f_palavras leaves none inside. PostgreSQL takes words of 2046 bytes.
  `CREATE OR REPLACE FUNCTION public.f_da_loja_longas(bigint, text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
   RETURN (SELECT CASE WHEN max(octet_length(palavra)) < 2000 THEN regexp_replace($2, '''([^'']+)''', '''' || $1 || '~\\1''', 'g')
     ELSE regexp_replace($2, '''([^'']{1,255})[^'']*''', '''' || $1 || '~\\1''', 'g') END FROM unnest(string_to_array($2, '''')) palavra)`,
  `CREATE OR REPLACE FUNCTION public.f_da_loja(bigint, text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
   RETURN CASE WHEN octet_length($2) < 2000 THEN regexp_replace($2, '''([^'']+)''', '''' || $1 || '~\\1''', 'g')
     ELSE public.f_da_loja_longas($1, $2) END`,
  `CREATE OR REPLACE FUNCTION public.f_busca(bigint, text) RETURNS tsvector LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
   RETURN public.f_da_loja($1, public.f_busca($2)::text)::tsvector`,
  `CREATE OR REPLACE FUNCTION public.f_nas_lojas(bigint[], tsquery) RETURNS tsquery LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
   RETURN CASE WHEN numnode($2) = 0 THEN $2
     ELSE (SELECT string_agg('(' || public.f_da_loja(loja, $2::text) || ')', ' | ')::tsquery FROM unnest($1) loja) END`,
]

/** Tells whether the words of a register's rows begin with their store. */
export const searchesByStore = ({ scope }: Pick<Register, 'scope'>): boolean => scope === 'store'

/** Expression of the search column over these fields of a register; undefined when nothing is searched. */
export const searchExpression = (register: Pick<Register, 'scope'>, fields: readonly Field[]): string | undefined => {
  if (fields.length === 0) return undefined
  const texts = fields.map(
    field => `coalesce(${columnOf(field.kind).searchText?.(quotedIdentifier(field.name), field) ?? "''"}, '')`,
  )
  return `f_busca(${searchesByStore(register) ? '"lojaId", ' : ''}${texts.join(" || ' ' || ")})`
}

/** Tells whether the text of a field may be part of a generated column: casts that depend on the session may not. */
const isSearchable = (field: Field): boolean =>
  field.search && field.stored && !field.secret && columnOf(field.kind).searchText !== undefined

export const searchedFields = (register: Register): readonly Field[] => register.fields.filter(isSearchable)
