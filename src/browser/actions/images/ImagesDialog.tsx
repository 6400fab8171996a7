import { chakra } from '@chakra-ui/react/styled-system'
import { useState } from 'react'
import { Banner } from '../../../controls/Banner.tsx'
import { Button } from '../../../controls/Button.tsx'
import { Dialog } from '../../../controls/overlays/Dialog.tsx'
import { ProgressBar } from '../../../controls/ProgressBar.tsx'
import type { Translate } from '../../../model/formatMessage.ts'
import type { ActionDialogProps } from '../actionDialog.ts'
import { ImageChooser } from './ImageChooser.tsx'
import { ImageList } from './ImageList.tsx'
import { mostImages } from './imageFile.ts'
import { matchFields } from './matchImages.ts'
import { type ImagesModel, useImages } from './useImages.ts'

/** Many pictures at once: each file beside the record that its name tells, then sent and saved as one action. */
export default function ImagesDialog({ action, tools, onClose }: ActionDialogProps) {
  const { register, say, undoStack } = tools
  if (!('images' in action.does)) throw new Error(`the action ${action.id} takes no images`)
  // Kept as it was found: a session that is read anew must not seek everything again.
  const [view] = useState(action.does.images)
  const work = useImages(view, tools)
  const { lines, sent, left, sending, seekFailure } = work
  const fields = matchFields(register, view.by).map(field => field.title)

  const close = (): void => {
    if (sending) return
    if (sent > 0) undoStack.saved(work.action, say(action.success ?? 'images.saved', { count: sent }))
    onClose(sent > 0)
  }
  return (
    <Dialog
      open
      size="lg"
      title={action.title}
      closeLabel={sending ? undefined : say('close')}
      onClose={close}
      footer={<Footer work={work} say={say} onClose={close} />}
    >
      <chakra.div display="flex" flexDirection="column" gap="3">
        {seekFailure !== undefined && (
          <Banner tone="danger" title={say('images.seek-failed')} actions={<Button onClick={work.seek}>{say('retry')}</Button>}>
            {seekFailure}
          </Banner>
        )}
        {left > 0 && <Banner tone="warning">{say('images.too-many', { most: mostImages, count: left })}</Banner>}
        <ImageChooser
          hint={say('images.hint', { fields: fields.join(say('images.or')) })}
          empty={lines.length === 0}
          disabled={sending !== undefined}
          status={stateText(work, say)}
          say={say}
          onFiles={files => void work.add(files)}
        >
          {sending && <ProgressBar label={action.title} value={sending.count === 0 ? 0 : sending.done / sending.count} />}
          <ImageList
            lines={lines}
            register={register}
            field={view.field}
            fixed={sending !== undefined}
            say={say}
            onRemove={work.remove}
          />
        </ImageChooser>
      </chakra.div>
    </Dialog>
  )
}

function stateText({ seeking, seekFailure, sending, lines, ready, sent }: ImagesModel, say: Translate): string {
  if (sending) return say('images.sending', sending)
  if (seeking) return say('images.seeking')
  if (lines.length === 0 || seekFailure !== undefined) return ''
  const saved = sent > 0 ? say('images.all-sent', { count: sent }) : ''
  if (ready === 0 && sent > 0) return saved
  return [saved, say('images.ready', { count: ready, total: lines.length - sent })].filter(Boolean).join('. ')
}

interface FooterProps {
  readonly work: ImagesModel
  readonly say: Translate
  onClose(): void
}

/** Shows the possible steps: send, try again, stop, leave. */
function Footer({ work, say, onClose }: FooterProps) {
  const { ready, sent, failed, sending, seeking } = work
  if (sending) return <Button onClick={work.stop}>{say('images.stop')}</Button>
  const over = sent > 0 && ready === 0
  return (
    <>
      <Button {...(over ? { look: 'solid' as const } : {})} onClick={onClose}>
        {say(sent > 0 ? 'close' : 'back')}
      </Button>
      {!over && (
        <Button look="solid" disabled={ready === 0 || seeking} onClick={() => void work.send()}>
          {say(failed > 0 && failed === ready ? 'images.again' : 'images.send', { count: ready })}
        </Button>
      )}
    </>
  )
}
