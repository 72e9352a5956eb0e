// What was dropped on the page or chosen in a dialog, as something that can be sent.

export interface NamedFile {
  readonly name: string;
  // Undefined: a folder that is no SavedModel.
  readonly file: File | undefined;
}

const modelName = 'saved_model.pb';

export function hasFiles(transfer: Pick<DataTransfer, 'types'> | null): boolean {
  return transfer?.types.includes('Files') === true;
}

// REQUIRES: called while the event is handled, since the browser takes the transfer away after it.
export function droppedFiles(transfer: DataTransfer): Promise<readonly NamedFile[]> {
  return Promise.all(
    [...transfer.items].flatMap((item): readonly Promise<NamedFile>[] => {
      const entry = item.kind === 'file' ? item.webkitGetAsEntry() : null;
      if (entry !== null && isFolder(entry)) return [modelIn(entry)];
      const file = item.getAsFile();
      return file === null ? [] : [Promise.resolve({ name: file.name, file })];
    }),
  );
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

// A SavedModel is a folder, of which one file holds the graph.
function modelIn(folder: FileSystemDirectoryEntry): Promise<NamedFile> {
  const { name } = folder;
  return new Promise((done) => {
    const none = (): void => done({ name, file: undefined });
    folder.getFile(
      modelName,
      {},
      (entry) => {
        if (isFile(entry)) entry.file((file) => done({ name, file }), none);
        else none();
      },
      none,
    );
  });
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}
