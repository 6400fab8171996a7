import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** The size of a saved picture: a disk without that much room is full. */
const content = Buffer.alloc(256 * 1024, 'x')

/**
 * Writes a new file to a folder's disk, to the disk itself, and takes it away again. A file that is there already has its room, and can be
 * written when nothing else can.
 */
export async function probeDisk(folder: string): Promise<void> {
  const file = join(folder, '.probe')
  // Of a server that was ended between the two.
  await rm(file, { force: true })
  try {
    const handle = await open(file, 'wx')
    try {
      await handle.writeFile(content)
      await handle.sync()
    } finally {
      await handle.close()
    }
  } finally {
    await rm(file, { force: true })
  }
}
