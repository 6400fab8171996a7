import { chakra } from '@chakra-ui/react/styled-system'
import { useEffect, useMemo, useState } from 'react'
import type { VisitPage } from '../../../api/visit.ts'
import { Banner } from '../../../controls/Banner.tsx'
import { InputServicesProvider, useInputServices } from '../../../kinds/inputServices.tsx'
import type { Screen } from '../../../model/model.ts'
import { CallError, call } from '../../data/api.ts'
import { useTranslate } from '../../data/session.tsx'
import { PublicLayout } from '../../shell/login/PublicLayout.tsx'
import { ScreenFormView } from '../form/ScreenFormView.tsx'
import { useScreenForm } from '../form/useScreenForm.ts'
import type { ScreenBody } from '../screenBody.ts'
import { FreeTimeButtons } from './FreeTimeButtons.tsx'
import { StoreHead } from './StoreHead.tsx'

interface Props {
  readonly screen: Screen
  readonly form: ScreenBody<'form'>
  readonly register: string
}

/** The form of a store's visitors: the store at its top, or the word that its page is closed. */
export default function VisitorForm({ screen, form, register }: Props) {
  const say = useTranslate()
  const [head, setHead] = useState<VisitPage | string>()
  const names = typeof head === 'object' ? head.nomes : undefined
  const named = useMemo(() => withTitles(form, names), [form, names])
  const state = useScreenForm(screen, named)
  const services = useInputServices()
  const { loja } = state.values
  const { title } = state.said
  useEffect(() => {
    const stop = new AbortController()
    call<VisitPage>('GET', `visitantes/${register}`, { query: { loja }, signal: stop.signal }).then(
      ({ data }) => setHead(data),
      (error: unknown) => {
        if (!stop.signal.aborted)
          setHead(error instanceof CallError && error.status !== 422 ? error.message : say('visit.closed'))
      },
    )
    return () => stop.abort()
  }, [register, loja, say])
  useEffect(() => {
    document.title = typeof head === 'object' ? `${title} · ${head.nome}` : title
  }, [title, head])
  return (
    <PublicLayout title={title} head={typeof head === 'object' ? <StoreHead loja={head} /> : null} steady>
      {typeof head === 'string' ? <Banner tone="warning">{head}</Banner> : null}
      {typeof head === 'object' ? (
        <>
          {screen.help && !state.done ? <chakra.p color="fg.muted">{screen.help}</chakra.p> : null}
          {/* Moments are written by the store's clock, wherever the visitor is. */}
          <InputServicesProvider value={{ ...services, zone: head.zona }}>
            {head.livres && !state.done ? <FreeTimeButtons register={register} offered={head.livres} state={state} /> : null}
            <ScreenFormView form={named} state={state} wide />
          </InputServicesProvider>
          {state.done ? null : <Trap fill={text => state.change('site', text)} />}
        </>
      ) : null}
    </PublicLayout>
  )
}

/** The form with the titles that its store gave to fields. */
const withTitles = (form: ScreenBody<'form'>, titles: VisitPage['nomes'] = {}): ScreenBody<'form'> => ({
  ...form,
  fields: form.fields.map(field => ({ ...field, title: titles[field.name] ?? field.title })),
})

/** A field that nobody sees, hears or reaches: what is written here was written by a program. */
const Trap = ({ fill }: { readonly fill: (text: string) => void }) => (
  <chakra.div position="absolute" left="-10000px" width="1px" height="1px" overflow="hidden" aria-hidden="true">
    <input name="site" tabIndex={-1} autoComplete="off" aria-label="Site" onChange={event => fill(event.target.value)} />
  </chakra.div>
)
