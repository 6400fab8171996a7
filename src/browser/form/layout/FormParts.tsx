import { chakra } from '@chakra-ui/react/styled-system'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Banner } from '../../../controls/Banner.tsx'
import { Tabs, tabPanel } from '../../../controls/Tabs.tsx'
import { formatProblem } from '../../../model/formatMessage.ts'
import type { PartView } from '../../../model/model.ts'
import type { PartState } from '../draft/formState.ts'
import { useForm, useFormState } from '../formContext.ts'
import { FormPartBody, type PartContents } from './FormPartBody.tsx'
import { FormPartIndex } from './FormPartIndex.tsx'

interface Shown {
  readonly view: PartView
  readonly state: PartState
}

/** The parts of the form that are shown, as the definition lays them out. */
export function FormParts({ contents }: { readonly contents: PartContents }) {
  const { register } = useForm()
  const states = useFormState(state => state.parts)
  const parts = register.views.form.parts.flatMap((view): Shown[] => {
    const state = states.find(one => one.id === view.id)
    return state?.visible ? [{ view, state }] : []
  })
  const { layout } = register.views.form
  return (
    <>
      <Placeless />
      <Preview />
      {layout === 'tabs' && parts.length > 1 ? (
        <Tabbed parts={parts} contents={contents} />
      ) : (
        <Sections parts={parts} contents={contents} />
      )}
    </>
  )
}

/** A tab's fields are kept once they were shown: going back and forth loses no half-typed text and costs nothing. */
function Tabbed({ parts, contents }: { readonly parts: readonly Shown[]; readonly contents: PartContents }) {
  const form = useForm()
  const current = useSyncExternalStore(form.part.subscribe, form.part.current)
  const open = parts.some(part => part.view.id === current) ? current : (parts[0]?.view.id ?? '')
  const [visited, setVisited] = useState<ReadonlySet<string>>(new Set([open]))
  if (!visited.has(open)) setVisited(new Set([...visited, open]))
  useEffect(() => {
    document.getElementById(`${form.id}-tab-${open}`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [form.id, open])
  return (
    <>
      <Tabs
        id={form.id}
        label={form.register.title}
        tabs={parts.map(({ state }) => ({ id: state.id, title: state.title, problems: state.problems }))}
        value={open}
        problemsLabel={count => form.say('problems', { count })}
        onChange={form.part.choose}
      />
      {parts
        .filter(part => visited.has(part.view.id))
        .map(({ view }) => (
          <section key={view.id} {...tabPanel(form.id, view.id)} className="form-sheet is-under-tabs" hidden={view.id !== open}>
            <Help text={view.help} />
            <FormPartBody part={view} contents={contents} />
          </section>
        ))}
    </>
  )
}

/** Sections under each other; an index beside them when there are many. */
function Sections({ parts, contents }: { readonly parts: readonly Shown[]; readonly contents: PartContents }) {
  const form = useForm()
  const body = useRef<HTMLDivElement>(null)
  const titled = parts.length > 1
  const sections = parts.map(({ view, state }) => (
    <section
      key={view.id}
      id={`${form.id}-section-${view.id}`}
      className="form-sheet"
      {...(titled ? { 'aria-labelledby': `${form.id}-title-${view.id}` } : {})}
    >
      {titled ? (
        <h2 id={`${form.id}-title-${view.id}`} className="form-section-title">
          {state.title}
        </h2>
      ) : null}
      <Help text={view.help} />
      <FormPartBody part={view} contents={contents} />
    </section>
  ))
  const stack = (
    <div ref={body} className="form-sections">
      {sections}
    </div>
  )
  if (parts.length <= 3 || form.register.views.form.index === false) return stack
  return (
    <div className="form-indexed">
      <FormPartIndex body={body} parts={parts.map(part => part.state)} />
      {stack}
    </div>
  )
}

const Help = ({ text }: { readonly text: string | undefined }) =>
  text ? (
    <chakra.p color="fg.muted" mb="4">
      {text}
    </chakra.p>
  ) : null

/** Problems with no field in the form stand above it. */
function Placeless() {
  const { model } = useForm()
  const problems = useFormState(state => state.placeless)
  if (problems.length === 0) return null
  return (
    <chakra.div mb="4">
      <Banner tone="danger">
        {problems.map(problem => (
          <p key={problem.path}>{formatProblem(model, problem)}</p>
        ))}
      </Banner>
    </chakra.div>
  )
}

/** Texts computed from the record as it is typed: the names that will be made. */
function Preview() {
  const { register } = useForm()
  const items = useFormState(state => state.preview)
  const { preview } = register.views.form
  if (!preview || items.length === 0) return null
  return (
    <section className="form-sheet form-preview" aria-live="polite">
      <chakra.h2 textStyle="label" color="fg.muted" mb="1">
        {preview.title}
      </chakra.h2>
      <chakra.p pb="3">{items.join(' · ')}</chakra.p>
    </section>
  )
}
