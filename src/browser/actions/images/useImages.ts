import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { resizeImage } from '../../../kinds/image/resizeImage.ts'
import { useInputServices } from '../../../kinds/inputServices.tsx'
import type { ImagesView } from '../../../model/action.ts'
import type { RegisterRow } from '../../data/registerRows.ts'
import { newActionId } from '../../data/requestUndo.ts'
import { patchEach } from '../../offline/saveRecords.ts'
import type { ActionDialogTools } from '../actionDialog.ts'
import { recordName } from '../actions.ts'
import { type ImageFile, mostImages, readImageFile } from './imageFile.ts'
import { type ImageLine, type ImageOutcome, imageLines, isReady } from './imageLines.ts'
import { seekRecords } from './seekRecords.ts'
import { type ImageToSend, sendImages } from './sendImages.ts'

type Found = ReadonlyMap<number, readonly RegisterRow[]>
const none: ReadonlyMap<number, never> = new Map<number, never>()

/** Chosen files, their records, and the sending of them. */
export interface ImagesModel {
  readonly lines: readonly ImageLine[]
  readonly ready: number
  readonly sent: number
  readonly failed: number
  /** Files that were too many. */
  readonly left: number
  readonly seeking: boolean
  readonly seekFailure: string | undefined
  /** How far the sending is, while it lasts. */
  readonly sending: { readonly done: number; readonly count: number } | undefined
  add(files: readonly File[]): Promise<void>
  remove(image: ImageFile): void
  send(): Promise<void>
  stop(): void
  /** Seeks the records again. */
  seek(): void
}

/** All that was sent while the dialog is open is one action; `action` names it. */
export function useImages(view: ImagesView, { register, say }: ActionDialogTools): ImagesModel & { readonly action: string } {
  const { upload } = useInputServices()
  const [action] = useState(newActionId)
  const { images, left, add, drop } = useChosenFiles()
  const [outcomes, setOutcomes] = useState<ReadonlyMap<number, ImageOutcome>>(none)
  const [sending, setSending] = useState<ImagesModel['sending']>()
  const stopping = useRef<AbortController>(undefined)
  const matches = useMatches(view, register, images)
  const { found } = matches
  const nameOf = useCallback((row: RegisterRow) => recordName(register, row), [register])
  const lines = useMemo(() => imageLines(images, found, outcomes, nameOf), [images, found, outcomes, nameOf])
  useEffect(() => () => stopping.current?.abort(), [])

  const tell = useCallback((image: ImageFile, outcome: ImageOutcome | undefined): void => {
    setOutcomes(before => {
      const after = new Map(before)
      if (outcome) after.set(image.id, outcome)
      else after.delete(image.id)
      return after
    })
    if (outcome && outcome.state !== 'sending') setSending(before => before && { ...before, done: before.done + 1 })
  }, [])
  const remove = useCallback(
    (image: ImageFile): void => {
      drop(image)
      tell(image, undefined)
    },
    [drop, tell],
  )
  const reasonOf = (error: unknown): string =>
    // A file that the browser cannot draw is no picture; other failures say themselves why.
    error instanceof DOMException ? say('image-invalid') : error instanceof Error ? error.message : say('something-wrong')

  const send = async (): Promise<void> => {
    const pictures = lines.flatMap(({ image, record, ...line }): ImageToSend[] =>
      record && isReady({ image, record, ...line }) ? [{ image, record }] : [],
    )
    const stop = new AbortController()
    stopping.current = stop
    setSending({ done: 0, count: pictures.length })
    try {
      // Records may have changed since they were found: a refused file is tried with its record as it is now.
      const again = pictures.some(({ image }) => outcomes.has(image.id))
      const now = again ? await matches.seekNow(images) : found
      await sendImages(
        pictures.map(({ image, record }) => ({ image, record: now.get(image.id)?.[0] ?? record })),
        {
          field: view.field,
          stop: stop.signal,
          upload: async ({ file }) => upload(await resizeImage(file), file.name),
          save: items => patchEach(register.name, items, true, action),
          told: tell,
          reasonOf,
        },
      )
    } catch (error) {
      for (const { image } of pictures) tell(image, { state: 'failed', reason: reasonOf(error) })
    } finally {
      setSending(undefined)
    }
  }
  const states = [...outcomes.values()]
  return {
    action,
    lines,
    ready: lines.filter(isReady).length,
    sent: states.filter(({ state }) => state === 'sent').length,
    failed: states.filter(({ state }) => state === 'failed').length,
    left,
    seeking: matches.seeking,
    seekFailure: matches.failure,
    sending,
    add,
    remove,
    send,
    stop: () => stopping.current?.abort(),
    seek: () => void matches.seekNow(images).catch(() => undefined),
  }
}

/** The files that were chosen, as many as may be. */
function useChosenFiles() {
  const [images, setImages] = useState<readonly ImageFile[]>([])
  const [left, setLeft] = useState(0)
  useAddresses(images)
  const add = async (files: readonly File[]): Promise<void> => {
    const room = Math.max(0, mostImages - images.length)
    setLeft(Math.max(0, files.length - room))
    const more = await Promise.all(files.slice(0, room).map(readImageFile))
    setImages(before => [...before, ...more])
  }
  const drop = useCallback((image: ImageFile): void => {
    setImages(before => before.filter(one => one !== image))
    setLeft(0)
  }, [])
  return { images, left, add, drop }
}

/** The records of the files; those of new files are sought as they come. */
function useMatches(view: ImagesView, register: ActionDialogTools['register'], images: readonly ImageFile[]) {
  const [found, setFound] = useState<Found>(none)
  const [failure, setFailure] = useState<string>()
  const [running, setRunning] = useState(0)
  const gone = useRef(new AbortController())
  useEffect(() => {
    gone.current = new AbortController()
    return () => gone.current.abort()
  }, [])
  const seekNow = useCallback(
    async (files: readonly ImageFile[]): Promise<Found> => {
      setFailure(undefined)
      setRunning(count => count + 1)
      try {
        const fresh = await seekRecords(register, view, files, gone.current.signal)
        setFound(before => new Map([...before, ...fresh]))
        return fresh
      } catch (error) {
        setFailure(error instanceof Error ? error.message : '')
        throw error
      } finally {
        setRunning(count => count - 1)
      }
    },
    [register, view],
  )
  const asked = useRef(new Set<number>())
  useEffect(() => {
    const fresh = images.filter(({ id, fault }) => !fault && !asked.current.has(id))
    if (fresh.length === 0) return
    for (const { id } of fresh) asked.current.add(id)
    seekNow(fresh).catch(() => undefined)
  }, [images, seekNow])
  return { found, failure, seeking: running > 0, seekNow }
}

/** Addresses of pictures last as long as these are shown. */
function useAddresses(images: readonly ImageFile[]): void {
  const kept = useRef(images)
  useEffect(() => {
    for (const { url } of kept.current.filter(one => !images.includes(one))) URL.revokeObjectURL(url)
    kept.current = images
  }, [images])
  useEffect(
    () => () => {
      for (const { url } of kept.current) URL.revokeObjectURL(url)
    },
    [],
  )
}
