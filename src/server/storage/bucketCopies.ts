import { type FileHandle, open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { bucketFailure, openBucketClient } from './bucketClient.ts'
import type { StorageSettings } from './storageSettings.ts'

/** Milliseconds that a part of a large file may take on a slow line. */
const PATIENCE = 300_000
/** Bytes that are sent in one call, and the most calls of one file: the protocol takes 10,000. */
const PART = 16 * 1024 * 1024
const MOST_PARTS = 9000

/** Large files in a bucket, each under its name below the bucket's prefix. Failures are errors in words, without the signed request. */
export interface BucketCopies {
  /** Names that begin so, in their order. */
  names(beginning: string): Promise<string[]>
  /** Sends a file of the disk: it is there whole afterwards, or not at all. */
  send(name: string, file: string): Promise<void>
  /** Its bytes; fails where there is none. */
  read(name: string): Promise<Readable>
  remove(name: string): Promise<void>
}

/** Opens the bucket; `part`: bytes that are sent in one call, smaller in tests. */
export function openBucketCopies(settings: StorageSettings, part = PART): BucketCopies {
  const client = openBucketClient(settings, PATIENCE)
  const { bucket, prefix } = settings
  const at = (name: string) => ({ Bucket: bucket, Key: `${prefix}${name}` })
  return {
    async names(beginning) {
      const names: string[] = []
      await told(async () => {
        for await (const { Contents = [] } of paginateListObjectsV2(
          { client },
          { Bucket: bucket, Prefix: `${prefix}${beginning}` },
        ))
          names.push(...Contents.map(({ Key = '' }) => Key.slice(prefix.length)))
      })
      return names.sort()
    },
    async send(name, file) {
      const handle = await open(file, 'r')
      try {
        await told(() => sendParts(client, at(name), handle, part))
      } finally {
        await handle.close()
      }
    },
    read: name =>
      told(async () => {
        const { Body } = await client.send(new GetObjectCommand(at(name)))
        if (!(Body instanceof Readable)) throw new Error('It answered without the file')
        return Body
      }),
    remove: name => told(async () => void (await client.send(new DeleteObjectCommand(at(name))))),
  }
}

interface Place {
  readonly Bucket: string
  readonly Key: string
}

/** One call for what fits into a part. Of more, nothing is seen under its name before the last call. */
async function sendParts(client: S3Client, place: Place, handle: FileHandle, least: number): Promise<void> {
  const { size } = await handle.stat()
  if (size <= least) {
    const Body = await bytesAt(handle, 0, size)
    await client.send(new PutObjectCommand({ ...place, Body, ContentLength: size }))
    return
  }
  const part = Math.max(least, Math.ceil(size / MOST_PARTS))
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(place))
  const upload = { ...place, UploadId }
  try {
    const Parts: { ETag: string | undefined; PartNumber: number }[] = []
    for (let from = 0; from < size; from += part) {
      const PartNumber = Parts.length + 1
      const Body = await bytesAt(handle, from, Math.min(part, size - from))
      const { ETag } = await client.send(new UploadPartCommand({ ...upload, PartNumber, Body, ContentLength: Body.length }))
      Parts.push({ ETag, PartNumber })
    }
    await client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }))
  } catch (error) {
    await client.send(new AbortMultipartUploadCommand(upload)).catch(() => undefined)
    throw error
  }
}

async function bytesAt(handle: FileHandle, from: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  for (let read = 0; read < length; ) {
    const { bytesRead } = await handle.read(bytes, read, length - read, from + read)
    if (bytesRead === 0) throw new Error('The file became shorter while it was sent')
    read += bytesRead
  }
  return bytes
}

async function told<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw bucketFailure(error)
  }
}
