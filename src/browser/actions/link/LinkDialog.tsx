import { chakra } from '@chakra-ui/react/styled-system'
import { useCallback, useState } from 'react'
import { Banner } from '../../../controls/Banner.tsx'
import { Button } from '../../../controls/Button.tsx'
import { Select } from '../../../controls/fields/Select.tsx'
import { Dialog } from '../../../controls/overlays/Dialog.tsx'
import { Spinner } from '../../../controls/Spinner.tsx'
import type { Translate } from '../../../model/formatMessage.ts'
import { CallError } from '../../data/api.ts'
import { clearRegisterCache } from '../../data/caches.ts'
import { newActionId } from '../../data/requestUndo.ts'
import { patchRecord } from '../../offline/saveRecords.ts'
import { usePhoneScreen } from '../../ui/useMediaQuery.ts'
import type { ActionDialogProps } from '../actionDialog.ts'
import { recordName } from '../actions.ts'
import { useDialogClose } from '../ask/useDialogClose.ts'
import { LinkChoices } from './LinkChoices.tsx'
import { LinkGroupList } from './LinkGroupList.tsx'
import { hasLinkChanges, linkDifference, linkRows } from './links.ts'
import { type Links, type ResolvedLink, resolveLink, useLinks } from './useLinks.ts'

/** Records ticked by group and kept as rows of a list of one record; saved as one. */
export default function LinkDialog(props: ActionDialogProps) {
  const { action, tools, ids, row, onClose } = props
  const { register, say, undoStack } = tools
  if (!('link' in action.does)) throw new Error(`the action ${action.id} has no link`)
  const view = action.does.link
  // Kept as it was found: a session that is read anew must not take the ticks along.
  const [parts] = useState(() => resolveLink(view, tools))
  const [failure, setFailure] = useState<string>()
  const failed = useCallback((error: unknown) => setFailure(error instanceof CallError ? error.message : ''), [])
  const links = useLinks(parts, ids[0], failed)
  const [saving, setSaving] = useState(false)
  const change = links.kept ? linkDifference(links.kept, links.ticked) : { added: [], removed: [] }
  const changed = hasLinkChanges(change)

  const close = useDialogClose(changed, saving, props)
  const save = async (): Promise<void> => {
    const id = ids[0]
    if (!parts || id === undefined) return
    setSaving(true)
    setFailure(undefined)
    const done = newActionId()
    try {
      const rows = linkRows(change, parts.field.name, parts.field.reference?.textKey ?? false)
      await patchRecord(register.name, { id, [parts.list.name]: rows }, done)
      await clearRegisterCache(parts.list.register)
      undoStack.saved(done, say(action.success ?? 'link.saved'))
      onClose(true)
    } catch (error) {
      failed(error)
      setSaving(false)
    }
  }
  const title = row ? `${view.title}: ${recordName(register, row)}` : view.title
  return (
    <Dialog
      open
      size="lg"
      title={title}
      closeLabel={say('close')}
      onClose={close}
      footer={
        <>
          <chakra.span role="status" color="fg.muted" alignSelf="center" marginInlineEnd="auto">
            {!links.kept
              ? ''
              : changed
                ? say('link.changes', { added: change.added.length, removed: change.removed.length })
                : say('link.linked', { count: links.ticked.size })}
          </chakra.span>
          <Button onClick={close}>{say('back')}</Button>
          <Button look="solid" disabled={!changed || saving} onClick={() => void save()}>
            {say('save')}
          </Button>
        </>
      }
    >
      {failure !== undefined && (
        <chakra.div mb="3">
          <Banner tone="danger" title={say(action.failure ?? 'something-wrong')}>
            {failure}
          </Banner>
        </chakra.div>
      )}
      {links.kept && parts ? (
        <Panes parts={parts} links={links} say={say} failed={failed} />
      ) : (
        failure === undefined && (
          <chakra.div display="grid" placeItems="center" minHeight="12rem">
            <Spinner size="1.5rem" label={say('loading')} />
          </chakra.div>
        )
      )}
    </Dialog>
  )
}

interface PanesProps {
  readonly parts: ResolvedLink
  readonly links: Links
  readonly say: Translate
  failed(error: unknown): void
}

/** The groups at one side, on a phone in a box above, and the records of the chosen one. */
function Panes({ parts, links, say, failed }: PanesProps) {
  const phone = usePhoneScreen()
  const [group, setGroup] = useState('')
  const all = say('link.all')
  const title = parts.group?.register.title
  return (
    <chakra.div display="grid" gap="4" gridTemplateColumns={{ base: '1fr', md: title ? '14rem 1fr' : '1fr' }} minHeight="0">
      {title &&
        (phone ? (
          <Select
            aria-label={title}
            value={group}
            options={[{ value: '', title: all }, ...links.groups.map(({ key, label }) => ({ value: key, title: label }))]}
            onChange={setGroup}
          />
        ) : (
          <LinkGroupList
            title={title}
            all={all}
            groups={links.groups}
            chosen={group}
            total={links.ticked.size}
            countIn={links.countIn}
            onChoose={setGroup}
          />
        ))}
      <LinkChoices parts={parts} links={links} group={group} say={say} failed={failed} />
    </chakra.div>
  )
}
