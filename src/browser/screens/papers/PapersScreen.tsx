import { chakra } from '@chakra-ui/react/styled-system'
import { FileDown, Printer } from 'lucide-react'
import { useState } from 'react'
import type { PapersReply } from '../../../api/paper.ts'
import { Banner } from '../../../controls/Banner.tsx'
import { Button } from '../../../controls/Button.tsx'
import { FormField } from '../../../controls/fields/FormField.tsx'
import { Select } from '../../../controls/fields/Select.tsx'
import { TextInput } from '../../../controls/fields/TextInput.tsx'
import { showToast } from '../../../controls/overlays/toasts.ts'
import { Skeleton } from '../../../controls/Skeleton.tsx'
import { fadingEdges, useScrollEdges } from '../../../controls/useScrollEdges.ts'
import type { Screen } from '../../../model/model.ts'
import { call } from '../../data/api.ts'
import { useTranslate } from '../../data/session.tsx'
import { saveFile } from '../../ui/saveFile.ts'
import { PaperSheet } from './PaperSheet.tsx'
import { type PaperWish, usePapers, wishQuery } from './usePapers.ts'
import './papers.css'

/** Papers of records: how they look, on what they are printed, and as a file. */
export default function PapersScreen({ screen }: { readonly screen: Screen }) {
  const say = useTranslate()
  const { wish, change, papers, failure } = usePapers()
  const title = papers?.title ?? screen.title
  return (
    <chakra.div
      width="100%"
      maxWidth="60rem"
      mx="auto"
      p={{ base: '4', md: '6' }}
      className="papers"
      aria-busy={wish.ids !== '' && !papers && failure === undefined}
    >
      <chakra.h1 textStyle="title" mb="4" className="papers-bar">
        {title}
      </chakra.h1>
      {wish.ids === '' ? (
        <Banner tone="info">{say('document.none')}</Banner>
      ) : (
        <>
          <PaperOptions wish={wish} papers={papers} change={change} />
          {failure === undefined ? null : <Banner tone="danger">{failure}</Banner>}
          {papers ? <Sheets papers={papers} /> : failure === undefined ? <Skeleton height="24rem" radius="0.5rem" /> : null}
        </>
      )}
    </chakra.div>
  )
}

function Sheets({ papers: { title, paper, label, sheets } }: { readonly papers: PapersReply }) {
  const edges = useScrollEdges()
  const columns = label?.columns ?? 1
  const style = paper === 'label' ? { gridTemplateColumns: `repeat(${columns}, ${label?.width ?? 70}mm)` } : undefined
  return (
    // Wide papers scroll on a telephone, by keyboard too.
    <chakra.section
      ref={edges}
      className={`papers-sheets is-${paper}`}
      css={fadingEdges}
      style={style}
      aria-label={title}
      tabIndex={0}
    >
      {sheets.map((blocks, at) => (
        // Papers have no keys of their own and never move.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <PaperSheet key={at} blocks={blocks} label={paper === 'label' ? label : undefined} />
      ))}
    </chakra.section>
  )
}

interface OptionsProps {
  readonly wish: PaperWish
  readonly papers: PapersReply | undefined
  readonly change: (change: Partial<PaperWish>) => void
}

/** The choices before people print. */
function PaperOptions({ wish, papers, change }: OptionsProps) {
  const say = useTranslate()
  const [busy, setBusy] = useState(false)
  const choices = (papers?.papers ?? []).map(value => ({ value, title: say(`document.paper-${value.toLowerCase()}`) }))
  const isOnSheets = papers?.paper === 'label' && papers.label?.columns !== undefined
  const download = async (): Promise<void> => {
    setBusy(true)
    try {
      const path = `${wish.register}/documents/${wish.document}.pdf`
      const { data } = await call<Blob>('GET', path, { query: wishQuery(wish), keepSession: true })
      saveFile(data, `${wish.document}.pdf`)
    } catch (error) {
      showToast({ tone: 'danger', text: error instanceof Error ? error.message : say('document.failed') })
    } finally {
      setBusy(false)
    }
  }
  return (
    <chakra.div
      role="group"
      aria-label={say('document.options')}
      className="papers-bar"
      display="flex"
      flexWrap="wrap"
      gap="3"
      alignItems="flex-end"
      mb="4"
    >
      {choices.length > 1 ? (
        <FormField id="papel" label={say('document.paper')}>
          <Select id="papel" value={papers?.paper ?? ''} options={choices} onChange={paper => change({ paper })} />
        </FormField>
      ) : null}
      {papers?.period
        ? (['from', 'to'] as const).map(name => (
            <FormField key={name} id={name} label={say(`document.${name}`)}>
              <TextInput
                id={name}
                type="date"
                value={wish[name] || (papers.period?.[name] ?? '')}
                onChange={event => change({ [name]: event.currentTarget.value })}
              />
            </FormField>
          ))
        : null}
      <NumberOption
        id="copies"
        label={say('document.copies')}
        value={wish.copies}
        least={1}
        onChange={copies => change({ copies })}
      />
      {isOnSheets ? (
        <NumberOption id="skip" label={say('document.skip')} value={wish.skip} least={0} onChange={skip => change({ skip })} />
      ) : null}
      <Button icon={<Printer aria-hidden />} onClick={() => window.print()} disabled={!papers}>
        {say('document.print')}
      </Button>
      <Button look="solid" icon={<FileDown aria-hidden />} busy={busy} onClick={() => void download()} disabled={!papers}>
        {say('document.pdf')}
      </Button>
    </chakra.div>
  )
}

interface NumberProps {
  readonly id: string
  readonly label: string
  readonly value: string
  readonly least: number
  onChange(value: string): void
}

const NumberOption = ({ id, label, value, least, onChange }: NumberProps) => (
  <FormField id={id} label={label}>
    <TextInput
      id={id}
      inputMode="numeric"
      size={4}
      value={value}
      onChange={event => onChange(event.currentTarget.value.replace(/\D/g, '').slice(0, 3))}
      onBlur={() => value === '' && onChange(String(least))}
    />
  </FormField>
)
