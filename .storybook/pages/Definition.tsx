import layerLines from 'virtual:layers'
import model from 'virtual:model'
import { chakra } from '@chakra-ui/react/styled-system'
import { type ReactNode, useMemo, useState } from 'react'
import type { FieldDescription } from '../../scripts/describe/field.ts'
import { withCount } from '../../scripts/describe/phrase.ts'
import { describeRegister, type Fact } from '../../scripts/describe/register.ts'
import { describeFollows } from '../../scripts/describe/wayFollows.ts'
import { foldText } from '../../src/base/text.ts'
import { WaysPicture } from '../../src/browser/form/ways/WaysPicture.tsx'
import { EmptyState } from '../../src/controls/EmptyState.tsx'
import { formatMessage, type Translate } from '../../src/model/formatMessage.ts'
import type { Register } from '../../src/model/model.ts'
import type { LayerLine } from '../layers.ts'
import { FieldTable } from './FieldTable.tsx'
import { PageBody, PageLayout, SearchTool } from './PageLayout.tsx'
import { Code } from './table.tsx'

const Facts = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: '1fr', md: 'repeat(auto-fill, minmax(18rem, 1fr))' },
    gap: '4',
    p: '4',
    bg: 'bg.panel',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'md',
    '& dt': { textStyle: 'note' },
    '& dd': { fontWeight: 'medium' },
  },
})
const Lines = chakra('ul', {
  base: {
    bg: 'bg.panel',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'md',
    '& > li': { px: '4', py: '2.5', borderTopWidth: '1px', borderColor: 'border.muted', _first: { borderTopWidth: 0 } },
  },
})

/** Describes a register in words: read by those who answer for the configuration. */
export function Definition({ register }: { readonly register: Register }) {
  const [search, setSearch] = useState('')
  const words = useMemo(() => describeRegister(model, register), [register])
  const fields = matching(words.fields, search)
  const lists = words.lists
    .map(list => ({ ...list, fields: matching(list.fields, search) }))
    .filter(list => search === '' || list.fields.length > 0)
  const rules = words.rules.filter(rule => has(search, rule))
  return (
    <PageLayout
      title={register.title}
      note={`${register.help ? `${register.help} · ` : ''}${withCount(words.fields.length, 'campo', 'campos')} · ${withCount(words.lists.length, 'lista', 'listas')} · ${withCount(words.rules.length, 'regra', 'regras')} · ${register.name}`}
      tools={<SearchTool label="Buscar campo, limite ou regra" value={search} onChange={setSearch} />}
    >
      <PageBody aria-label="Definição" tabIndex={0}>
        {search === '' ? <FactList facts={words.facts} /> : null}
        {search === '' ? <States register={register} /> : null}
        {fields.length > 0 ? (
          <Titled title="Campos">
            <FieldTable label="Campos" fields={fields} />
          </Titled>
        ) : null}
        {lists.map(list => (
          <Titled key={list.title} title={list.title} note={list.notes.join(' ')}>
            <FieldTable label={list.title} fields={list.fields} />
          </Titled>
        ))}
        {rules.length > 0 ? (
          <Titled title="Regras">
            <Lines>
              {rules.map(rule => (
                <li key={rule}>{rule}</li>
              ))}
            </Lines>
          </Titled>
        ) : null}
        <LayerPart lines={(layerLines[register.name] ?? []).filter(line => has(search, Object.values(line).join(' ')))} />
        {search === '' ? <Around access={words.access} referredBy={words.referredBy} /> : null}
        {search !== '' && fields.length + lists.length + rules.length === 0 ? (
          <EmptyState title="Nada encontrado." text="Nenhum campo ou regra tem essas palavras." />
        ) : null}
      </PageBody>
    </PageLayout>
  )
}

const say: Translate = (code, params) => formatMessage(model, code, params)

/** Draws the states of the register's choices, with the ways between them. */
function States({ register }: { readonly register: Register }) {
  return register.fields
    .filter(({ ways }) => ways !== undefined)
    .map(field => (
      <Titled key={field.name} title={`Estados de ${field.title}`}>
        <WaysPicture field={field} say={say} follows={describeFollows(model, register, field)} />
      </Titled>
    ))
}

/** Tells what layers say of the definition, each with its line. */
function LayerPart({ lines }: { readonly lines: readonly LayerLine[] }) {
  if (lines.length === 0) return null
  return (
    <Titled title="Da sua camada" note="O que fica por cima do produto, e continua depois de uma atualização.">
      <Lines>
        {lines.map(({ layer, at, was, is, reason, place }) => (
          <li key={`${place} ${at}`}>
            <chakra.span fontWeight="medium">
              {layer}: {at}
            </chakra.span>
            <p>
              {was === undefined ? is : `${was} → ${is}`}
              {reason === undefined ? null : ` · ${reason}`}
            </p>
            <Code>{place}</Code>
          </li>
        ))}
      </Lines>
    </Titled>
  )
}

function Around({ access, referredBy }: { readonly access: readonly Fact[]; readonly referredBy: readonly Fact[] }) {
  return (
    <>
      <Titled title="Quem pode" note="Proprietário e administrador têm todas as permissões de funcionário.">
        <FactList facts={access} />
      </Titled>
      {referredBy.length > 0 ? (
        <Titled title="Usado por" note="Registros que apontam para este.">
          <FactList facts={referredBy} />
        </Titled>
      ) : null}
    </>
  )
}

const has = (search: string, text: string): boolean => foldText(text).includes(foldText(search.trim()))

const matching = (fields: readonly FieldDescription[], search: string): readonly FieldDescription[] =>
  fields.filter(({ name, title, help = '', kind, limits, required, notes }) =>
    has(search, [name, title, help, kind, ...limits, required, ...notes].join(' ')),
  )

function Titled({ title, note, children }: { readonly title: string; readonly note?: string; readonly children: ReactNode }) {
  return (
    <div>
      <chakra.h2 textStyle="section">{title}</chakra.h2>
      {note ? <chakra.p textStyle="note">{note}</chakra.p> : null}
      <chakra.div mt="2">{children}</chakra.div>
    </div>
  )
}

function FactList({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <Facts>
      {facts.map(({ title, text }) => (
        <div key={`${title} ${text}`}>
          <dt>{title}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </Facts>
  )
}
