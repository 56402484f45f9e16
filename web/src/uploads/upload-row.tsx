import { Link } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import {
  CircleAlert,
  CircleCheck,
  CircleHelp,
  File,
  Folder,
  Pause,
  Play,
  RotateCw,
  X,
} from 'lucide-react';
import { placeOf } from '../documents/places.ts';
import { useFormats } from '../i18n/formats.ts';
import { useText } from '../i18n/i18n.tsx';
import { IconButton } from '../ui/button.tsx';
import { Progress } from '../ui/progress.tsx';
import { remarkOf, stateText } from './describe-upload.ts';
import { uploads } from './engine.ts';
import classes from './panel.module.css';
import { isFinished, shownBytes, type Upload } from './upload.ts';

const stateIcons: Readonly<Partial<Record<Upload['state'], LucideIcon>>> = {
  done: CircleCheck,
  failed: CircleAlert,
  lost: CircleHelp,
  asking: CircleHelp,
};

interface Props {
  readonly upload: Upload;
  readonly isPaused: boolean;
}

export function UploadRow({ upload, isPaused }: Props) {
  const text = useText();
  const formats = useFormats();
  const { name, state, facts, kind, target, folders } = upload;
  const Icon = stateIcons[state] ?? (kind === 'folder' ? Folder : File);
  const remark = remarkOf(upload, text);
  const path = [target.title || '/', ...folders].join(' / ');
  const isShown = state === 'running' || state === 'paused';
  const stateId = isPaused && state === 'waiting' ? 'uploads.state.paused' : stateText(upload);
  return (
    <>
      <Icon aria-hidden size={20} className={`${classes.icon} ${classes[state] ?? ''}`} />
      <div className={classes.what}>
        <p className={classes.name}>
          <UploadName upload={upload} />
        </p>
        <p className={classes.path}>{text('uploads.into', { folder: path })}</p>
        {remark && (
          <p className={remark.isProblem ? classes.problem : classes.remark}>
            {remark.parts.join(' · ')}
          </p>
        )}
      </div>
      <div className={classes.amount}>
        {isShown && (
          <Progress
            label={text('uploads.progressOf', { name })}
            value={facts.size > 0 ? shownBytes(upload) / facts.size : 0}
          />
        )}
        <p className={classes.path}>
          {kind === 'file' && `${formats.size(facts.size)} · `}
          {text(stateId)}
        </p>
      </div>
      <div className={classes.rowButtons}>
        <RowButtons upload={upload} />
      </div>
    </>
  );
}

function UploadName({ upload: { name, state, document } }: { readonly upload: Upload }) {
  if (state !== 'done' || !document) return name;
  return <Link {...placeOf({ ...document, facets: [...document.facets] })}>{name}</Link>;
}

function RowButtons({ upload }: { readonly upload: Upload }) {
  const text = useText();
  const { name, state } = upload;
  if (isFinished(upload)) return null;
  return (
    <>
      {(state === 'running' || state === 'waiting') && (
        <IconButton
          icon={Pause}
          label={text('uploads.pause', { name })}
          onPress={() => uploads.pause(upload)}
        />
      )}
      {state === 'paused' && (
        <IconButton
          icon={Play}
          label={text('uploads.resume', { name })}
          onPress={() => uploads.resume([upload])}
        />
      )}
      {state === 'failed' && (
        <IconButton
          icon={RotateCw}
          label={text('uploads.retry', { name })}
          onPress={() => uploads.resume([upload])}
        />
      )}
      <IconButton
        icon={X}
        label={text('uploads.cancel', { name })}
        onPress={() => uploads.cancel([upload])}
      />
    </>
  );
}
