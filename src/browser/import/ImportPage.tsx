import { chakra } from '@chakra-ui/react/styled-system'
import { FileUp } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Button } from '../../controls/Button.tsx'
import { Dialog } from '../../controls/overlays/Dialog.tsx'
import { mayUpdateRecords } from '../../model/import/columns.ts'
import { failedRowsFile } from '../../model/import/files.ts'
import type { Import } from '../../model/model.ts'
import { useTranslate } from '../data/session.tsx'
import { useSetPageTitle } from '../ui/pageTitle.ts'
import { saveFile } from '../ui/saveFile.ts'
import { ColumnChoices } from './ColumnChoices.tsx'
import { FilePicker } from './FilePicker.tsx'
import { ImportFieldList } from './ImportFieldList.tsx'
import { ImportNotices } from './ImportNotices.tsx'
import { ImportPreview } from './ImportPreview.tsx'
import { ImportProgressPanel } from './ImportProgressPanel.tsx'
import { ImportSteps } from './ImportSteps.tsx'
import { ImportSummary } from './ImportSummary.tsx'
import { PreviewBar } from './PreviewBar.tsx'
import { ResumeImportPrompt } from './ResumeImportPrompt.tsx'
import { useRowReasons } from './useRowReasons.ts'
import type { ImportJob } from './work/importJob.ts'
import { type ImportState, isRowWrong } from './work/importState.ts'
import { useImportJob } from './work/useImportJob.ts'

/** The page of a CSV import, drawn from its definition: file, preview, what exists taken out, saved. */
export default function ImportPage({ load }: { readonly load: Import }) {
  const { work, state } = useImportJob(load)
  useSetPageTitle(load.title)
  const choosing = state.phase === 'file' || (state.phase === 'reading' && state.rows.length === 0)
  const finished = state.phase === 'preview' && state.rows.length === 0 && state.notice !== undefined
  return (
    <Root data-grows={!choosing && !finished ? true : undefined}>
      <Head load={load} work={work} state={state} finished={finished} />
      {choosing ? (
        <Choosing load={load} work={work} state={state} />
      ) : finished ? (
        <ImportSummary load={load} state={state} onAgain={() => work.reset()} onUndone={() => work.reset()} />
      ) : (
        <Checking load={load} work={work} state={state} />
      )}
    </Root>
  )
}

interface Props {
  readonly load: Import
  readonly work: ImportJob
  readonly state: ImportState
}

function Head({ load, work, state, finished }: Props & { readonly finished: boolean }) {
  const say = useTranslate()
  const titles = ['import.choose-file', 'import.preview', ...(load.filter ? ['import.filter'] : []), 'import.save'].map(code =>
    say(code),
  )
  const current = finished
    ? titles.length
    : state.phase === 'file' || state.file === ''
      ? 0
      : state.phase === 'saving'
        ? titles.length - 1
        : state.phase === 'filtering'
          ? 2
          : 1
  const idle = state.phase === 'preview' && !finished
  return (
    <chakra.header display="flex" flexDirection="column" gap="2">
      <chakra.div display="flex" alignItems="center" gap="3" minHeight="control" flexWrap="wrap">
        <chakra.h1 textStyle="title">{load.title}</chakra.h1>
        <chakra.span color="fg.muted" flex="1" minWidth="0" overflow="hidden" textOverflow="ellipsis" whiteSpace="nowrap">
          {state.phase === 'file' ? '' : state.file}
        </chakra.span>
        {idle ? (
          <Button icon={<FileUp aria-hidden />} onClick={() => void work.setAside()}>
            {say('import.other-file')}
          </Button>
        ) : null}
      </chakra.div>
      <ImportSteps label={say('import.steps')} titles={titles} current={current} />
    </chakra.header>
  )
}

function Choosing({ load, work, state }: Props) {
  return (
    <>
      {state.storedImport ? (
        <ResumeImportPrompt kept={state.storedImport} onResume={() => void work.resume()} onDiscard={() => void work.discard()} />
      ) : null}
      {load.help ? (
        <chakra.p color="fg.muted" maxWidth="48rem">
          {load.help}
        </chakra.p>
      ) : null}
      {state.phase === 'reading' ? (
        <ImportProgressPanel state={state} onCancel={() => work.reset()} />
      ) : (
        <FilePicker fault={state.fault} onFile={file => void work.choose(file)} />
      )}
      <ImportFieldList load={load} />
    </>
  )
}

function Checking({ load, work, state }: Props) {
  const [onlyWrong, setOnlyWrong] = useState(false)
  const [skip, setSkip] = useState(false)
  const [change, setChange] = useState(false)
  const [reviewing, setReviewing] = useState(false)
  const say = useTranslate()
  const { rows, repeats, failures, phase } = state
  const wrong = useMemo(() => rows.filter(row => isRowWrong({ repeats, failures }, row)), [rows, repeats, failures])
  const reasons = useRowReasons(load, state)
  const download = (): void => {
    const left = rows.map(row => ({ cells: row.cells, reasons: reasons(row) }))
    saveFile(failedRowsFile(state.header, left, say('import.error-column')), `${load.name}-nao-salvas.csv`)
  }
  const take = (index: number, name: string | null): void => void work.take(index, name)
  return (
    <>
      <ImportNotices load={load} state={state} onTake={take} onColumns={() => setReviewing(true)} onDownload={download} />
      {phase === 'preview' ? (
        <PreviewBar
          count={rows.length}
          wrong={wrong.length}
          onlyWrong={onlyWrong}
          skip={skip}
          change={mayUpdateRecords(load) ? change : undefined}
          filters={load.filter}
          onOnlyWrong={setOnlyWrong}
          onSkip={setSkip}
          onChange={setChange}
          onColumns={() => setReviewing(true)}
          onFilter={() => void work.filter()}
          onSave={() => void work.save(skip, change)}
        />
      ) : (
        <ImportProgressPanel state={state} onCancel={phase === 'reading' ? undefined : () => work.cancel()} />
      )}
      <Panel inert={phase !== 'preview'}>
        <ImportPreview
          load={load}
          work={work}
          shown={onlyWrong ? wrong : rows}
          dimmed={phase === 'filtering'}
          header={state.header}
          mapping={state.mapping}
          read={state.read}
          rows={rows}
          repeats={repeats}
          failures={failures}
        />
      </Panel>
      <Dialog
        open={reviewing}
        title={say('import.columns-of-file')}
        size="lg"
        closeLabel={say('close')}
        onClose={() => setReviewing(false)}
      >
        <ColumnChoices load={load} state={state} unknown={false} onTake={take} />
      </Dialog>
    </>
  )
}

const Root = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: '4',
    px: { base: '4', md: '6' },
    pt: { base: '3', md: '5' },
    pb: { base: '3', md: '4' },
    '& > *': { flexShrink: 0 },
    '&[data-grows]': { gap: '3', flex: { md: '1' }, minHeight: { md: '0' } },
    '&:not([data-grows])': { maxWidth: '60rem' },
  },
})

const Panel = chakra('div', {
  base: {
    // A phone scrolls the page and the table within it; elsewhere the table fills what is left.
    height: { base: '65dvh', md: 'auto' },
    flex: { md: '1 1 14rem' },
    minHeight: { md: '14rem' },
    display: 'flex',
    flexDirection: 'column',
    bg: 'bg.panel',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'md',
    overflow: 'hidden',
  },
})
