import { DEFAULT_ZONE } from '../../../base/dates.ts'
import type { DerivedTables } from '../../../server/domain.ts'

const S = 'fiscais'

/** Columns of every reader, in their order. */
const signature = [
  'documento text, id bigint, modelo text, serie integer, numero integer, chave text, emitida_em timestamptz, nome text, valor numeric',
  'situacao text, ambiente integer, vale boolean, xml bigint, xml_cancelamento bigint, "equipamentoId" bigint, xml_ao_pedir boolean',
].join(', ')

/** A document of which nobody said it is of the environment in which its store works. */
const own = `(SELECT ${S}.f_ambiente(loja))`

/** The stored XML of a document: the last, where it was stored anew. */
const stored = (owner: string, kind: string): string =>
  `(SELECT max(t.id) FROM public."NFe_transmissaos" t
    WHERE t."lojaId" = loja AND t."${owner}" = n.id AND t.tipo = '${kind}' AND t.estado = 'ACEITO')`

const within = (moment: string): string => `n.${moment} >= inicio AND n.${moment} < (fim + interval '1 millisecond')`

const reader = (name: string, body: string): string =>
  `CREATE OR REPLACE FUNCTION ${S}.${name}(loja bigint, inicio timestamptz, fim timestamptz) RETURNS TABLE (${signature})
   LANGUAGE sql STABLE PARALLEL SAFE AS $$ ${body} $$`

const environment = `CREATE OR REPLACE FUNCTION ${S}.f_ambiente(loja bigint) RETURNS integer LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT coalesce((SELECT l.ambiente_fiscal FROM public.lojas l WHERE l."lojaId" = loja AND l.id = loja), 2)::integer $$`

/** First and last moment of days of the store, for the readers: an end is its last millisecond. */
const moments: readonly string[] = [
  `CREATE OR REPLACE FUNCTION ${S}.f_zona(loja bigint) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT coalesce((SELECT l.fuso_horario FROM public.lojas l WHERE l.id = loja AND l."lojaId" = loja), '${DEFAULT_ZONE}') $$`,
  `CREATE OR REPLACE FUNCTION ${S}.f_inicio(loja bigint, dia date) RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT dia::timestamp AT TIME ZONE ${S}.f_zona(loja) $$`,
  `CREATE OR REPLACE FUNCTION ${S}.f_fim(loja bigint, dia date) RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT (dia + 1)::timestamp AT TIME ZONE ${S}.f_zona(loja) - interval '1 millisecond' $$`,
]

const consumerNotes = `SELECT 'NFC-e'::text, n.id::bigint, '65'::text, n.serie::integer, n."nNF"::integer, n."chNFe"::text, n."dhEmi", NULL::text, n."vNF"::numeric,
    coalesce(n.situacao, 'PENDENTE')::text, coalesce(n.ambiente, ${own})::integer, coalesce(n.ambiente, ${own}) = ${own},
    ${stored('nfceId', 'NOTA')}, ${stored('nfceId', 'CANCELAMENTO')}, n."equipamentoId"::bigint,
    coalesce(coalesce(n.ambiente, ${own}) = 2 AND n."movimentoId" IS NOT NULL AND (
      n."xmlUrl" = 'nfce/' || n."lojaId" || '/' || n."chNFe" || '.xml' OR n."xmlUrl" ~ '^nfce/[0-9]+/[0-9]{44}[.]xml'), false)
  FROM public."NFCes" n WHERE n."lojaId" = loja AND ${within('"dhEmi"')}`

const issuedNotes = `SELECT 'NF-e'::text, n.id::bigint, '55'::text, n.serie::integer, n.numero::integer, n.chave::text, n.emitida_em,
    (SELECT coalesce(nullif(p.razao_social, ''), p.nome_fantasia) FROM public.parceiros p WHERE p."lojaId" = loja AND p.id = n."destinatarioId")::text,
    n.total_nota::numeric, coalesce(n.situacao, 'DIGITACAO')::text, coalesce(n.ambiente, ${own})::integer, coalesce(n.ambiente, ${own}) = ${own},
    ${stored('nfeEmissaoId', 'NOTA')}, ${stored('nfeEmissaoId', 'CANCELAMENTO')}, NULL::bigint, false
  FROM public."NFe_emissaos" n WHERE n."lojaId" = loja AND n.inutilizacao IS NOT TRUE AND ${within('emitida_em')}`

/** The environment in the file where the record does not tell it: of notes that came before records did. */
const receivedEnvironment = `coalesce(n.ambiente, (SELECT substring(t.documento, '<tpAmb>([12])</tpAmb>')::integer FROM public."NFe_transmissaos" t
    WHERE t."lojaId" = loja AND t."nfeId" = n.id AND t.tipo = 'RECEBIDA' ORDER BY t.id DESC LIMIT 1), ${own})`

/** The authority tells nobody of a note that it did not authorise: one without a situation stands. */
const receivedNotes = (
  when: string,
): string => `SELECT 'RECEBIDA'::text, n.id::bigint, '55'::text, substring(n."chNFe", '^.{22}([0-9]{3})')::integer,
    substring(n."chNFe", '^.{25}([0-9]{9})')::integer, n."chNFe"::text, n."dhEmi", coalesce(nullif(n."xNome", ''), n."CNPJ")::text, n."vNF"::numeric,
    (CASE WHEN n."cSitNFe" = 3 THEN 'CANCELADA' WHEN n."cSitNFe" = 2 THEN 'DENEGADA'
      WHEN n.autenticidade IS NOT NULL AND n.aceita_em IS NULL THEN 'DUVIDOSA' ELSE 'AUTORIZADA' END)::text,
    ${receivedEnvironment}::integer, ${receivedEnvironment} IN (1, ${own}), ${stored('nfeId', 'RECEBIDA')}, NULL::bigint, NULL::bigint, false
  FROM public.nfes n WHERE n."lojaId" = loja AND ${when}`

const received = receivedNotes(within('"dhEmi"'))

/**
 * The fiscal documents of a store, by the moment of issue: the one set that reports, the accountant's archive, the SPED and the closing of a month read.
 * A row is a record, whether or not its XML is kept (`xml`, a number of `NFe_transmissaos`): who needs the XML sees which documents lack it.
 *
 * - `FROM fiscais.f_documentos(:lojaId, :startDate, :endDate)`, or `f_nfces`, `f_nfes_emitidas`, `f_nfes_recebidas` for one kind;
 *   `f_nfes_entradas` has received ones by the moment of their entry, as the SPED tells them;
 *   `fiscais.f_inicio(:lojaId, day)` and `f_fim` are the first and last moment of a day of the store.
 * - `documento`: NFC-e, NF-e, RECEBIDA. `situacao`: that of the record; of received ones AUTORIZADA, CANCELADA, DENEGADA, or DUVIDOSA as long as
 *   the file proves nothing and nobody answered for it.
 * - `xml_ao_pedir`: a consumer note of the demo, whose XML is made when somebody first asks for it: no server writes such an address. Its own key is
 *   compared first, since the pattern takes much longer.
 * - `ambiente`: 1 or 2; `vale`: it counts, because it is of the environment in which the store works, so that homologation never counts as production.
 *   What suppliers issued in production counts in a store that only tries issuing, too.
 */
export const documentFunctions: DerivedTables = {
  name: 'fiscal documents',
  from: ['NFCes', 'NFe_emissaos', 'NFe_transmissaos', 'nfes', 'parceiros', 'lojas'],
  drop: [`DROP SCHEMA IF EXISTS ${S} CASCADE`],
  make: [
    `CREATE SCHEMA ${S}`,
    environment,
    ...moments,
    reader('f_nfces', consumerNotes),
    reader('f_nfes_emitidas', issuedNotes),
    reader('f_nfes_recebidas', received),
    reader('f_nfes_entradas', receivedNotes(`n.entrada AND ${within('entrada_em')}`)),
    reader('f_documentos', [consumerNotes, issuedNotes, received].join('\n UNION ALL ')),
    // Totals and numbers of a year of consumer notes are read from the index alone.
    `CREATE INDEX IF NOT EXISTS "NFCes_conjunto" ON "NFCes" ("lojaId", "dhEmi") INCLUDE (situacao, "vNF", "equipamentoId", ambiente, serie, "nNF")`,
    'DROP INDEX IF EXISTS "NFCes_totais", "NFCes_documentos"',
  ],
  fill: [],
  grants: role => [`GRANT USAGE ON SCHEMA ${S} TO ${role}`],
  // Functions hold nothing that could be wrong.
  rebuild: async () => undefined,
  verify: async () => [],
}
