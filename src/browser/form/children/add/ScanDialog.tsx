import { chakra } from '@chakra-ui/react/styled-system'
import { useEffect, useRef, useState } from 'react'
import { Banner } from '../../../../controls/Banner.tsx'
import { Dialog } from '../../../../controls/overlays/Dialog.tsx'
import { showToast } from '../../../../controls/overlays/toasts.ts'
import { useTranslate } from '../../../data/session.tsx'

/** The interface of browsers that read codes: https://developer.mozilla.org/docs/Web/API/BarcodeDetector */
interface BarcodeReader {
  detect(image: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>
}

declare global {
  var BarcodeDetector: (new () => BarcodeReader) | undefined
}

/** Milliseconds between two looks at the picture. */
const pause = 200

interface Props {
  onClose(): void
  /** A code was read; tells whether something has it. */
  onCode(code: string): Promise<boolean>
}

/** The picture of the camera, until it shows a code that something has. */
export default function ScanDialog({ onClose, onCode }: Props) {
  const say = useTranslate()
  const video = useRef<HTMLVideoElement>(null)
  const [failure, setFailure] = useState<string>()
  const told = useRef({ onClose, onCode, say })
  told.current = { onClose, onCode, say }
  useEffect(() => {
    const { current: picture } = video
    let open = true
    let stream: MediaStream | undefined
    const look = async (reader: BarcodeReader): Promise<void> => {
      const [found] = picture && picture.readyState >= picture.HAVE_CURRENT_DATA ? await reader.detect(picture) : []
      const code = found?.rawValue.trim() ?? ''
      if (open && code !== '') {
        // The keyboard goes back to the page before what was found moves it on.
        told.current.onClose()
        const { say: tell, onCode: find } = told.current
        if (!(await find(code))) showToast({ tone: 'warning', text: tell('scan.unknown', { code }) })
      } else if (open) setTimeout(() => void look(reader), pause)
    }
    const begin = async (): Promise<void> => {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
      if (!open || !picture || !globalThis.BarcodeDetector) return stop()
      picture.srcObject = stream
      await picture.play()
      await look(new globalThis.BarcodeDetector())
    }
    const stop = (): void =>
      stream?.getTracks().forEach(track => {
        track.stop()
      })
    begin().catch(() => open && setFailure(told.current.say('scan.no-camera')))
    return () => {
      open = false
      stop()
    }
  }, [])
  return (
    <Dialog open title={say('scan.camera')} closeLabel={say('close')} onClose={onClose}>
      {failure === undefined ? null : <Banner tone="warning">{failure}</Banner>}
      <chakra.video
        ref={video}
        muted
        playsInline
        width="100%"
        aspectRatio="4 / 3"
        borderRadius="md"
        bg="bg.muted"
        aria-label={say('scan.picture')}
      />
    </Dialog>
  )
}
