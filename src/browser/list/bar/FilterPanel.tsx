import { chakra } from '@chakra-ui/react/styled-system'
import { useEffect, useState } from 'react'
import { Button } from '../../../controls/Button.tsx'
import { FormField } from '../../../controls/fields/FormField.tsx'
import { Drawer } from '../../../controls/overlays/Dialog.tsx'
import type { FilterValue } from '../../../kinds/controlProps.ts'
import { KindFilter } from '../../../kinds/inputs.ts'
import { targetOf } from '../../../model/field.ts'
import type { FilterFieldView } from '../../../model/model.ts'
import { fieldOf } from '../../../model/register.ts'
import { countRows } from '../../data/registerRows.ts'
import type { ListTools } from '../listTools.ts'
import { listFilterOf } from '../query/listQuery.ts'
import { filterParameter, isBlankFilter, type ListState, rangeNamed } from '../query/listUrlState.ts'

type Filters = ListState['filters']

interface Props {
  readonly tools: ListTools
  readonly state: Pick<ListState, 'q' | 'filters'>
  onApply(filters: Filters): void
  onClose(): void
}

/** The filters of the definition, from the side. Says how many rows a choice leaves before it is applied. */
export default function FilterPanel({ tools, state, onApply, onClose }: Props) {
  const { register, say } = tools
  const [filters, setFilters] = useState<Filters>(state.filters)
  const count = useCount(tools, { q: state.q, filters })
  const set = (name: string, value: FilterValue): void =>
    setFilters(({ [name]: _, ...rest }) => (isBlankFilter(value) ? rest : { ...rest, [name]: value }))
  const apply = (): void => {
    onApply(filters)
    onClose()
  }
  const footer = (
    <>
      <chakra.p role="status" flex="1 0 100%" color="fg.muted" minHeight="1.25rem" fontVariantNumeric="tabular-nums">
        {count === undefined ? say('searching') : say('filter-count', { count })}
      </chakra.p>
      <Button onClick={() => setFilters({})} disabled={Object.keys(filters).length === 0} marginInlineEnd="auto">
        {say('filter-clear')}
      </Button>
      <Button look="solid" type="submit" form="list-filter">
        {say('filter-apply')}
      </Button>
    </>
  )
  return (
    <Drawer open title={say('filters')} closeLabel={say('close')} onClose={onClose} footer={footer}>
      <chakra.form
        id="list-filter"
        display="flex"
        flexDirection="column"
        gap="4"
        pt="1"
        onSubmit={event => {
          event.preventDefault()
          apply()
        }}
      >
        {register.views.filter.fields.map(view => {
          const field = fieldOf(register, view.field)
          if (!field) return null
          const id = `filter-${view.field}`
          const group = view.operator === 'between' || (view.operator === 'inq' && !targetOf(field))
          return (
            <FormField key={view.field} id={id} label={view.title} group={group}>
              {view.presets && <Presets of={view.presets} value={filters[view.field]} choose={value => set(view.field, value)} />}
              <KindFilter
                id={id}
                value={filters[view.field] ?? {}}
                field={{ ...field, title: view.title }}
                operator={view.operator}
                onChange={value => set(view.field, value)}
              />
            </FormField>
          )
        })}
      </chakra.form>
    </Drawer>
  )
}

interface PresetsProps {
  readonly of: NonNullable<FilterFieldView['presets']>
  readonly value: FilterValue | undefined
  choose(value: FilterValue): void
}

/** Ranges with a name, above the control that holds what they stand for. */
function Presets({ of, value, choose }: PresetsProps) {
  return (
    <chakra.div display="flex" flexWrap="wrap" gap="1" mb="2">
      {of.map(({ title, range }) => {
        const named = rangeNamed(range)
        const chosen = value !== undefined && filterParameter(value) === filterParameter(named)
        return (
          <Button key={title} size="sm" look={chosen ? 'solid' : 'outline'} aria-pressed={chosen} onClick={() => choose(named)}>
            {title}
          </Button>
        )
      })}
    </chakra.div>
  )
}

/** Pause after the last change before the server is asked. */
const pause = 250

/** Rows that a choice leaves; undefined while it is being asked. */
function useCount({ register }: ListTools, state: Pick<ListState, 'q' | 'filters'>): number | undefined {
  const asked = JSON.stringify(listFilterOf(state, register))
  const [found, setFound] = useState<{ readonly asked: string; readonly count: number }>()
  useEffect(() => {
    const stop = new AbortController()
    const timer = setTimeout(() => {
      countRows(register.name, JSON.parse(asked), stop.signal).then(
        count => setFound({ asked, count }),
        () => undefined,
      )
    }, pause)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [register.name, asked])
  return found?.asked === asked ? found.count : undefined
}
