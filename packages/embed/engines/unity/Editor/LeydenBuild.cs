using System.IO;
using UnityEditor;
using UnityEditor.Build;
using UnityEditor.Build.Reporting;
using PackageInfo = UnityEditor.PackageManager.PackageInfo;

namespace Leyden.Editor
{
    /// <summary>Copies the scripts of Leyden beside the page of a WebGL build, and adds the tag that loads them first to
    /// its head: before Unity's loader, which would otherwise take the keys.</summary>
    public sealed class LeydenBuild : IPostprocessBuildWithReport
    {
        private const string Head = "<head>";
        private const string Tag = "<script src=\"leyden.js\"></script>";

        public int callbackOrder => 0;

        public void OnPostprocessBuild(BuildReport report)
        {
            if (report.summary.platform != BuildTarget.WebGL) return;
            var output = report.summary.outputPath;
            CopyScripts(Path.Combine(PackagePath, "Web~"), output);
            AddTag(Path.Combine(output, "index.html"));
        }

        /// <summary>Sets the package's template as the project's: with a loading bar, a fullscreen button and readable
        /// errors.</summary>
        [MenuItem("Tools/Leyden/Use the WebGL Template")]
        public static void UseTemplate()
        {
            Directory.CreateDirectory("Assets/WebGLTemplates");
            FileUtil.ReplaceDirectory(Path.Combine(PackagePath, "WebGLTemplates~/Leyden"), "Assets/WebGLTemplates/Leyden");
            AssetDatabase.Refresh();
            PlayerSettings.WebGL.template = "PROJECT:Leyden";
        }

        private static string PackagePath =>
            PackageInfo.FindForAssembly(typeof(LeydenBuild).Assembly)?.resolvedPath
            ?? throw new BuildFailedException("Leyden has to be installed by the Package Manager, not copied into Assets.");

        private static void CopyScripts(string from, string to)
        {
            if (!File.Exists(Path.Combine(from, "leyden.js")))
                throw new BuildFailedException($"Leyden: copy leyden*.js from dist of @leyden/embed into {from}.");
            foreach (var file in Directory.GetFiles(from, "leyden*.js"))
                File.Copy(file, Path.Combine(to, Path.GetFileName(file)), true);
        }

        private static void AddTag(string path)
        {
            // A template may have another page, or load the script from another place.
            var page = File.Exists(path) ? File.ReadAllText(path) : Tag;
            if (page.Contains("leyden.js")) return;
            var head = page.IndexOf(Head, System.StringComparison.OrdinalIgnoreCase);
            if (head < 0) throw new BuildFailedException($"Leyden: {path} has no <head>. Add {Tag} to your template.");
            File.WriteAllText(path, page.Insert(head + Head.Length, Tag));
        }
    }
}
